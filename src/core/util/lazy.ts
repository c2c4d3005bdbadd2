/**
 * A value that is made when it is first asked for. For schemas: making them all at load was a third of the time that the
 * extension took to start, and most are wanted much later or never.
 */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
