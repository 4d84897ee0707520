/** Posts of public Telegram channels, as the Web pages of channels (`t.me/s/NAME`) and of posts (`t.me/NAME/12?embed=1`) have them. */
import { pageTree } from '../../../domain/html/page-tree.ts';
import { attributeOf, nextNode, TextNode, type TreeNode, textIn } from '../../../domain/html/tree-node.ts';
import type { FeedOptions, FeedReading } from './feed.ts';
import type { FeedBuilder } from './feed-builder.ts';

export interface TelegramPost {
  /** `NAME/12`. */
  readonly id: string;
  /** Name of the channel. */
  readonly owner: string | undefined;
  /** Lines. `''`: a picture or a film without words. */
  readonly text: string;
  /** ISO 8601 with its zone; undefined: the page does not say. */
  readonly published: string | undefined;
}

const [mostPosts, mostText, longestTitle] = [200, 20_000, 120];
/** Elements and texts of one post: posts within posts would be read again and again. */
const mostNodes = 5_000;

/** Any page without such posts is left to others without building its tree. */
export function isTelegram(html: string): boolean {
  return html.includes('tgme_widget_message') && html.includes('data-post=');
}

export function postsIn(document: TreeNode): readonly TelegramPost[] {
  const posts: TelegramPost[] = [];
  for (let node = nextNode(document, document); node && posts.length < mostPosts; node = nextNode(node, document)) {
    const id = hasClass(node, 'tgme_widget_message') ? attributeOf(node, 'data-post') : undefined;
    // `Channel photo updated`
    if (hasClass(node, 'service_message')) continue;
    if (id !== undefined && /^\w{3,64}\/\d{1,12}$/.test(id)) posts.push({ id, ...partsOf(node) });
  }
  return posts;
}

function partsOf(post: TreeNode): Omit<TelegramPost, 'id'> {
  let owner: string | undefined;
  let text = '';
  let poll = '';
  let published: string | undefined;
  let left = mostNodes;
  for (let node = nextNode(post, post); node && left > 0; node = nextNode(node, post)) {
    left -= 1;
    if (hasClass(node, 'tgme_widget_message_owner_name')) owner ??= textIn(node, 200);
    // A quoted answer has its own words in an element of nearly the same class.
    else if (hasClass(node, 'js-message_text')) text ||= linesOf(node);
    else if (hasClass(node, 'tgme_widget_message_poll_question')) poll ||= linesOf(node);
    else if (hasClass(node, 'tgme_widget_message_poll_option_text')) poll += `\n${linesOf(node)}`;
    else if (node.name === 'time') published = attributeOf(node, 'datetime') ?? published;
  }
  return { owner, text: text || poll, published };
}

/** The first line, or as much of it as a headline has. */
export function titleOfPost({ text }: Pick<TelegramPost, 'text'>): string {
  const [line = ''] = text.split('\n');
  if (line.length <= longestTitle) return line;
  const cut = line.slice(0, longestTitle);
  return `${/^.{40,}[.!?…](?=\s)/su.exec(cut)?.[0] ?? cut.replace(/\s+\S*$/u, '…')}`;
}

function linesOf(element: TreeNode): string {
  const parts: string[] = [];
  let length = 0;
  for (let node = nextNode(element, element); node && length < mostText; node = nextNode(node, element)) {
    const part =
      node instanceof TextNode
        ? node.text.replaceAll(/\s+/g, ' ')
        : /^(?:br|p|div|blockquote|pre)$/.test(node.name)
          ? '\n'
          : '';
    parts.push(part);
    length += part.length;
  }
  const lines = parts
    .join('')
    .split('\n')
    .map(line => line.trim());
  return lines.filter(line => line !== '').join('\n');
}

function hasClass(node: TreeNode, name: string): boolean {
  return attributeOf(node, 'class')?.split(/\s+/).includes(name) === true;
}

/** A page of a channel as a feed: each post by its own page, with the page of the older ones behind it. */
export function readTelegram(html: string, { base }: FeedOptions, builder: FeedBuilder): FeedReading {
  const { document } = pageTree(html);
  const posts = postsIn(document);
  // A page of one post is no list.
  if (posts.length === 0 || new URL(base).searchParams.has('embed')) return { kind: 'none', why: 'html' };
  for (const post of posts.filter(({ text }) => text !== ''))
    builder.add([[`/${post.id}?embed=1`, base]], () => ({
      ...{ id: post.id, title: titleOfPost(post), published: post.published, summary: post.text, categories: [] },
      authors: post.owner === undefined ? [] : [post.owner],
    }));
  for (let node = nextNode(document, document); node; node = nextNode(node, document)) {
    if (hasClass(node, 'tgme_channel_info_header_title')) builder.head.title = textIn(node, 200);
    const before = hasClass(node, 'tme_messages_more') ? attributeOf(node, 'data-before') : undefined;
    if (before !== undefined && /^\d{1,12}$/.test(before)) builder.head.next = new URL(`?before=${before}`, base).href;
  }
  return builder.finish('telegram');
}
