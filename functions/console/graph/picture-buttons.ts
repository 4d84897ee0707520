import { button } from '../page/controls.ts';
import { el } from '../page/dom.ts';
import { t } from '../words/language.ts';
import { type DrawnPicture, pngOf, svgOf } from './picture-image.ts';

export type { DrawnPicture, GraphTotal } from './picture-image.ts';

/** Zoom, full screen, and the picture as a file. `drawn` is undefined until the picture has a size. */
export function pictureButtons(element: HTMLElement, drawn: () => DrawnPicture | undefined): HTMLElement {
  const camera = () => drawn()?.renderer.getCamera();
  const save = async (end: 'svg' | 'png'): Promise<void> => {
    const picture = drawn();
    if (picture === undefined) return;
    const image = svgOf(picture);
    saveFile(`${picture.name}.${end}`, end === 'svg' ? new Blob([image.text], { type: svgType }) : await pngOf(image));
  };
  // The window's size changes with it, except for browsers that say so too early.
  element.addEventListener('fullscreenchange', () => {
    drawn()?.renderer.resize();
    drawn()?.renderer.refresh();
  });
  return el('p', { class: 'actions' }, [
    button(t('zoomIn'), async () => await camera()?.animatedZoom()),
    button(t('zoomOut'), async () => await camera()?.animatedUnzoom()),
    button(t('zoomReset'), async () => await camera()?.animatedReset()),
    document.fullscreenEnabled ? button(t('fullScreen'), async () => await turnFullScreen(element)) : undefined,
    button(t('saveSvg'), async () => await save('svg')),
    button(t('savePng'), async () => await save('png')),
  ]);
}

const svgType = 'image/svg+xml';

async function turnFullScreen(element: HTMLElement): Promise<void> {
  if (document.fullscreenElement === element) await document.exitFullscreen();
  else await element.requestFullscreen();
}

function saveFile(name: string, content: Blob): void {
  const href = URL.createObjectURL(content);
  el('a', { href, download: name }).click();
  // The browser reads it after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
