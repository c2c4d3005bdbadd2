import type { Usage } from './messages.ts';

/** The usage of an answer that knew no cache and none of the service's extras. */
export function tokenUsage(inputTokens: number, outputTokens: number): Usage {
  return {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    cache_creation: null,
    cache_creation_input_tokens: null,
    cache_read_input_tokens: null,
    inference_geo: null,
    output_tokens_details: null,
    server_tool_use: null,
    service_tier: null,
    speed: null,
  };
}
