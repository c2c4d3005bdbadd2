import { createHash } from 'node:crypto';

/**
 * The prompt cache of the Messages API, as its documentation describes it: an entry is written at each mark and is the
 * hash of everything up to there; a request reads the longest entry that it finds by looking back from each of its
 * marks, 20 blocks at most, the marked one included. Prefixes below the model's minimum are never kept. Time is left
 * out: entries live for ever. Tokens are counted as characters / 4.
 */

/** The shortest prefix in tokens that is kept, by model; source: the prompt caching page of the Claude documentation. */
export const minimumPrefix = {
  'claude-sonnet-5-5': 512,
  'claude-opus-4-8': 1024,
  'claude-opus-4-7': 2048,
  'claude-haiku-4-5': 4096,
} as const;

const lookBack = 20;
const readPrice = 0.1;
const writePrice = 1.25;

/** Tokens of one request, by how they are paid. */
export interface CacheUse {
  readonly read: number;
  readonly written: number;
  /** Neither read nor written: behind the last mark, or too short to be kept. */
  readonly plain: number;
}

/** A request as the cache sees it: a row of blocks. */
export interface CacheBlock {
  readonly tokens: number;
  readonly isMarked: boolean;
  /** Of everything up to the end of this block. */
  readonly hash: string;
}

export class CacheSimulator {
  readonly #minimum: number;
  readonly #entries = new Set<string>();

  constructor(minimum: number) {
    this.#minimum = minimum;
  }

  take(blocks: readonly CacheBlock[]): CacheUse {
    const ends: number[] = [];
    let total = 0;
    for (const block of blocks) ends.push((total += block.tokens));
    const tokensTo = (at: number): number => ends[at] ?? 0;
    const marks = blocks.flatMap(({ isMarked }, at) => (isMarked && tokensTo(at) >= this.#minimum ? [at] : []));
    const read = tokensTo(this.#find(blocks, marks));
    const cached = Math.max(read, tokensTo(marks.at(-1) ?? -1));
    for (const at of marks) this.#entries.add(blocks[at]?.hash ?? '');
    return { read, written: cached - read, plain: total - cached };
  }

  /** Where the longest known prefix ends; -1 for none. */
  #find(blocks: readonly CacheBlock[], marks: readonly number[]): number {
    for (const mark of marks.toReversed()) {
      for (let at = mark; at > mark - lookBack && at >= 0; at -= 1) {
        if (this.#entries.has(blocks[at]?.hash ?? '')) return at;
      }
    }
    return -1;
  }
}

/** In tokens at the plain price. */
export function priceOf({ read, written, plain }: CacheUse): number {
  return read * readPrice + written * writePrice + plain;
}

/** What the requests would cost if each token were written once and read in every later request that starts the same. */
export function idealPrice(requests: readonly (readonly CacheBlock[])[]): number {
  let before: readonly CacheBlock[] = [];
  let price = 0;
  for (const blocks of requests) {
    blocks.forEach(({ tokens, hash }, at) => {
      price += tokens * (before[at]?.hash === hash ? readPrice : writePrice);
    });
    before = blocks;
  }
  return price;
}

type WireBlock = Readonly<Record<string, unknown>>;

interface WireBody {
  readonly tools?: readonly WireBlock[];
  readonly system?: readonly WireBlock[];
  readonly thinking?: unknown;
  readonly messages: readonly { readonly role: string; readonly content: readonly WireBlock[] }[];
}

/** Tools, system and the blocks of the messages, in the order in which the API reads them. */
export function cacheBlocksOf(body: unknown): readonly CacheBlock[] {
  // A request of ours; its shape is the Messages API's.
  const { tools = [], system = [], messages, thinking } = body as WireBody;
  const said = messages.flatMap(({ role, content }) =>
    content.map((block, at) => ({ block, start: at === 0 ? role : '' })),
  );
  const all = [...tools, ...system].map((block) => ({ block, start: '' }));
  let hash = hashOf(JSON.stringify(thinking ?? null));
  return [...all, ...said].map(({ block, start }) => {
    const own = read(block);
    hash = hashOf(`${hash} ${start} ${own.hash}`);
    return { tokens: own.tokens, isMarked: block['cache_control'] !== undefined, hash };
  });
}

/** The same objects come again in the next request. */
const known = new WeakMap<WireBlock, { readonly tokens: number; readonly hash: string }>();

function read(block: WireBlock): { readonly tokens: number; readonly hash: string } {
  const before = known.get(block);
  if (before !== undefined) return before;
  // Marks are no part of what is compared.
  const { cache_control: _, ...unmarked } = block;
  const text = JSON.stringify(unmarked);
  const now = { tokens: text.length / 4, hash: hashOf(text) };
  known.set(block, now);
  return now;
}

function hashOf(text: string): string {
  return createHash('sha1').update(text).digest('base64');
}
