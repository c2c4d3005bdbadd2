/** `"apiKey": "…"`, `API_KEY=…`, `Authorization: Bearer …`, also inside a JSON string. */
const assigned =
  /([\w-]*(?:api[_-]?key|token|secret|passw(?:or)?d|authorization|credential)[\w-]*\\?["']?\s*[:=]\s*\\?["']?(?:bearer\s+|basic\s+)?)([^\s"'\\,;&]{6,})/gi;
/** `--token …` */
const option = /(--[\w-]*(?:key|token|secret|password)\s+)([^\s"'\\]{6,})/gi;
const shaped =
  /\b(?:sk-[\w-]{8,}|gh[pousr]_\w{16,}|github_pat_\w{16,}|xox[abprs]-[\w-]{8,}|AKIA[0-9A-Z]{12,}|eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*)/g;

/** Masks what looks like a key, by its name or by its own shape. */
export function maskSecrets(text: string): string {
  return text.replace(assigned, '$1***').replace(option, '$1***').replace(shaped, '***');
}
