/** What the page is loaded from, as addresses that a webview may load. */
export interface PageResources {
  readonly script: string;
  readonly styles: readonly string[];
  /** The codicons, apart: components find them by their id. */
  readonly icons: string;
  /** `Webview.cspSource`. */
  readonly source: string;
  readonly nonce: string;
  /** A BCP 47 tag, e.g. `vscode.env.language`. */
  readonly language: string;
}

/** The empty page. It can load what is named here and nothing else, and run no script but ours. */
export function conversationHtml({ script, styles, icons, source, nonce, language }: PageResources): string {
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${source} 'nonce-${nonce}'`,
    `font-src ${source}`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  const links = styles.map((href) => `<link rel="stylesheet" href="${escaped(href)}">`).join('\n');
  return `<!DOCTYPE html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<link rel="stylesheet" id="vscode-codicon-stylesheet" nonce="${nonce}" href="${escaped(icons)}">
${links}
</head>
<body>
<script nonce="${nonce}" src="${escaped(script)}"></script>
</body>
</html>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
