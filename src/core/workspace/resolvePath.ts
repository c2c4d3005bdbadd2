import { absolutePath, isWithin, type PathScope, type PathStyle, type ResolvedPath } from './paths.ts';

/** The target of the link at `path` as it is stored, or undefined where there is no link. */
export type ReadLink = (path: string) => Promise<string | undefined>;

/** More links than this on one path are a loop; the system refuses such a path too. */
const MAX_LINKS = 40;

/** What `given` means and where it really leads, so that no link can carry a call out of the workspace unseen. */
export async function resolvePath(given: string, scope: PathScope, readLink: ReadLink): Promise<ResolvedPath> {
  const { style, roots } = scope;
  const path = absolutePath(given, scope);
  const realPath = await new LinkWalk(style, readLink).follow(path);
  const realRoots = await Promise.all(roots.map((root) => new LinkWalk(style, readLink).follow(root.path)));
  const folders = [...roots.map((root) => root.path), ...realRoots];
  return {
    given,
    path,
    realPath,
    isInside:
      folders.some((folder) => isWithin(folder, path, style)) &&
      realRoots.some((folder) => isWithin(folder, realPath, style)),
  };
}

/**
 * Follows links name by name, as the system does. Unlike `realpath` it also tells where a path leads that does not
 * exist yet: through a link to nothing, a write makes the file at the link's target.
 */
class LinkWalk {
  readonly #style: PathStyle;
  readonly #readLink: ReadLink;
  #linksLeft = MAX_LINKS;

  constructor(style: PathStyle, readLink: ReadLink) {
    this.#style = style;
    this.#readLink = readLink;
  }

  follow(path: string): Promise<string> {
    const top = this.#topOf(path);
    return this.#walk(top, path.slice(top.length));
  }

  /** `folder` holds no link any more; `rest` may. */
  async #walk(folder: string, rest: string): Promise<string> {
    let current = folder;
    for (const name of rest.split(this.#style.sep === '\\' ? /[/\\]/ : '/')) {
      if (name === '..') current = this.#style.dirname(current);
      else if (name !== '' && name !== '.') current = await this.#enter(current, name);
    }
    return current;
  }

  async #enter(folder: string, name: string): Promise<string> {
    const path = this.#style.join(folder, name);
    const target = this.#linksLeft > 0 ? await this.#readLink(path) : undefined;
    if (target === undefined) return path;
    this.#linksLeft -= 1;
    return this.#style.isAbsolute(target) ? this.follow(target) : this.#walk(folder, target);
  }

  #topOf(path: string): string {
    const parent = this.#style.dirname(path);
    return parent === path ? path : this.#topOf(parent);
  }
}
