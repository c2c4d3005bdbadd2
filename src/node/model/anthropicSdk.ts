/** What is used of the SDK. Imported with the first request only: it is much code, and the build makes it a file of its own. */
export { default as Anthropic } from '@anthropic-ai/sdk';
export { Stream } from '@anthropic-ai/sdk/core/streaming';
