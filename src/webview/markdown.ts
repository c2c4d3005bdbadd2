import MarkdownIt, { type RendererRule } from 'markdown-it';
import { linkTarget } from '../core/session/transcript/transcriptLinks.ts';

/**
 * The model's Markdown as HTML that can do nothing: HTML in it is text, images are links, a link is an element without
 * an address of its own (`data-href`), and only to what may be opened.
 */
export function createMarkdown(): (text: string) => string {
  const markdown = new MarkdownIt({ html: false, linkify: true, breaks: false });
  markdown.disable('image');
  // Bare words such as `index.ts` are no addresses.
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  markdown.validateLink = (href) => linkTarget(href) !== undefined;
  // As it was written: the host looks for it in the entry.
  markdown.normalizeLink = (href) => href;
  markdown.normalizeLinkText = (text) => text;
  const { rules } = markdown.renderer;
  rules['link_open'] = openLink;
  rules['th_open'] = rules['td_open'] = openCell;
  return (text) => markdown.render(text);
}

const openLink: RendererRule = (tokens, index, options, _env, renderer) => {
  const link = tokens[index];
  if (link === undefined) return '';
  const href = String(link.attrGet('href') ?? '');
  link.attrs = [
    ['role', 'link'],
    ['tabindex', '0'],
    // What it leads to, whatever its text says.
    ['title', href],
    ['data-href', href],
  ];
  return renderer.renderToken(tokens, index, options);
};

/** A style attribute would break the content security policy. */
const openCell: RendererRule = (tokens, index, options, _env, renderer) => {
  const cell = tokens[index];
  const side = /text-align:(\w+)/.exec(String(cell?.attrGet('style') ?? ''))?.[1];
  if (cell !== undefined) cell.attrs = side === undefined ? null : [['align', side]];
  return renderer.renderToken(tokens, index, options);
};
