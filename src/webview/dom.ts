type Attributes = Readonly<Record<string, string>>;

/** An element with attributes and children; a string is text, never HTML. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...children);
  return element;
}

/** A codicon that a screen reader passes over. */
export function icon(name: string, ...classes: readonly string[]): HTMLElement {
  return make('span', { class: ['codicon', `codicon-${name}`, ...classes].join(' '), 'aria-hidden': 'true' });
}
