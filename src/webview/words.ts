/** The page's own words by name; the extension sends them in the person's language. */
export type Words = (name: string) => string;

export function wordsOf(words: Readonly<Record<string, string>>): Words {
  return (name) => words[name] ?? name;
}
