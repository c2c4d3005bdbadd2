/** The README as it is packaged: pictures and documents of the source tree are not in the package, so nothing links to them. */
export function plainReadme(text) {
  const withoutPictures = text.replaceAll(/^!\[[^\]]*\]\((?!https:)[^)]*\)\n+/gm, '');
  return withoutPictures.replaceAll(/\[([^\]]*)\]\((?!https:|#)[^)]*\)/g, '$1');
}
