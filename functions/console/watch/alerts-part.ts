import type { AlertStatus, ChangeKind } from '../../../shared/wings/publications/alerts/alert.ts';
import { ask, askList, say, unlessRefused } from '../page/api.ts';
import { button, confirmed, labelled, openFormDialog } from '../page/controls.ts';
import { el, pageText } from '../page/dom.ts';
import { t } from '../words/language.ts';

const changeKinds = ['new', 'changed', 'gone'] as const satisfies readonly ChangeKind[];

type TypedFilter = Readonly<Record<string, string>>;

/** The alerts of a watch, and a button that makes one of the filter of the list; nothing where the place has no alerts. */
export async function alertsPart(
  id: string,
  filter: () => TypedFilter,
  signal: AbortSignal,
): Promise<HTMLElement | undefined> {
  const items = el('ul', { class: 'alerts' });
  const signed = el('p', { role: 'status' });
  const show = async (): Promise<void> => {
    const { alerts } = await askList<{ alerts: readonly AlertStatus[] }>(['watches', id, 'alerts'], {}, signal);
    items.replaceChildren(...alerts.map(alert => alertItem(id, alert, show)));
  };
  const shown = show().then(() => true);
  if ((await unlessRefused(shown, 409)) === undefined) return undefined;
  const add = button(t('alertAdd'), () =>
    openAlertDialog(id, filter(), async secrets => {
      signed.textContent = secrets.length === 0 ? '' : t('alertSecrets', { secrets: secrets.join(', ') });
      await show();
    }),
  );
  return el('details', { class: 'alerts-part' }, [
    el('summary', {}, t('alerts')),
    el('p', { class: 'hint' }, t('alertsMean')),
    items,
    signed,
    el('p', { class: 'actions' }, add),
  ]);
}

function alertItem(id: string, alert: AlertStatus, show: () => Promise<void>): HTMLElement {
  const { name, changes, filter, digest, receivers, feed, sent, failed, unknown, waiting, collected, fault } = alert;
  const about = Object.entries(filter).map(([field, value]) => `${t(`field.filter.${field}` as never)}: ${value}`);
  const when = digest === undefined ? t('alertAtOnce') : `${t('alertDaily')}: ${digest.at} (${digest.timeZone})`;
  const path = feed.slice(1);
  const rest =
    receivers.length === 0
      ? []
      : [`${receivers.join(', ')}: ${when}`, t('alertCounts', { sent, waiting, failed, unknown, collected })];
  return el('li', {}, [
    el('strong', {}, pageText(name)),
    el('p', {}, pageText([changes.map(each => t(`change.${each}`)).join(', '), ...about].join('; '))),
    ...rest.map(text => el('p', {}, pageText(text))),
    fault === undefined ? undefined : el('p', { class: 'reason' }, pageText(fault)),
    el('p', { class: 'actions' }, [
      el('a', { class: 'button', href: path }, 'RSS'),
      el('a', { class: 'button', href: path.replace(/\.xml$/, '.json') }, 'JSON Feed'),
      button(t('alertTest'), () => sendTest(id, name), { 'aria-label': `${t('alertTest')}: ${name}` }),
      button(t('delete'), () => remove(id, name, show), { class: 'danger', 'aria-label': `${t('delete')}: ${name}` }),
    ]),
  ]);
}

interface Tested {
  readonly changes: number;
  readonly receivers: readonly { readonly to: string; readonly fault?: string }[];
}

async function sendTest(id: string, name: string): Promise<void> {
  const path = ['watches', id, 'alerts', 'test'];
  const { changes, receivers } = await ask<Tested>(path, { method: 'POST', body: { name } });
  const each = receivers.map(({ to, fault }) => `${to}: ${fault ?? t('alertTaken')}`);
  say([t('alertTested', { count: changes }), ...each].join(' '));
}

async function remove(id: string, name: string, show: () => Promise<void>): Promise<void> {
  if (!(await confirmed(t('alertRemoveQuestion', { name }), t('delete')))) return;
  await ask(['watches', id, 'alerts'], { method: 'DELETE', query: { name } });
  await show();
}

/** Of the list's filter what an alert takes: its period and its copies are of a list. */
function alertFilter({ query, source, originals, language, organization, tone, nested, confidence }: TypedFilter) {
  return {
    ...(query && { query }),
    ...(source && { source: source.split(',').map(Number) }),
    ...(originals === 'true' && { originals: true }),
    ...(language && { language }),
    ...(organization && { organization: [organization] }),
    ...(tone && { tone: [tone] }),
    ...(nested === 'true' && { nested: true }),
    ...(confidence && { confidence: Number(confidence) }),
  };
}

function openAlertDialog(id: string, filter: TypedFilter, added: (secrets: readonly string[]) => Promise<void>): void {
  const field = (attributes: Readonly<Record<string, string>> = {}) =>
    el('input', { autocomplete: 'off', size: 40, ...attributes });
  const [name, notify, smtp, mailFrom] = [field({ maxlength: '40' }), field(), field(), field()];
  const [password, daily] = [field({ type: 'password' }), field({ type: 'time' })];
  const kinds = changeKinds.map(kind => ({ kind, box: el('input', { type: 'checkbox', checked: kind === 'new' }) }));
  openFormDialog({
    ...{ title: t('alertAdd'), action: t('save') },
    content: [
      el('p', { class: 'hint' }, t('alertOfFilter')),
      labelled(t('alertName'), name),
      ...kinds.map(({ kind, box }) => labelled(t(`change.${kind}`), box)),
      labelled(t('alertNotify'), notify, t('alertNotifyHint')),
      labelled(t('alertDaily'), daily, t('alertDailyHint')),
      el('details', {}, [
        el('summary', {}, t('alertMail')),
        labelled(t('alertSmtp'), smtp, 'smtps://USER@HOST:465'),
        labelled(t('alertPassword'), password),
        labelled(t('alertFrom'), mailFrom),
      ]),
    ],
    submit: async () => {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      const body = {
        ...{ name: name.value.trim(), filter: alertFilter(filter) },
        changes: kinds.filter(({ box }) => box.checked).map(({ kind }) => kind),
        notify: notify.value.split(/[\s,]+/).filter(each => each !== ''),
        ...(daily.value !== '' && { digest: { at: daily.value, timeZone } }),
        ...(smtp.value !== '' && { smtp: smtp.value.trim() }),
        ...(password.value !== '' && { smtpPassword: password.value }),
        ...(mailFrom.value !== '' && { mailFrom: mailFrom.value.trim() }),
      };
      const path = ['watches', id, 'alerts'];
      const { secrets } = await ask<{ secrets: readonly string[] }>(path, { method: 'POST', body });
      await added(secrets);
    },
  });
}
