import { LLMock } from '@copilotkit/aimock';

/**
 * A server of the Messages API on this machine: real HTTP and real streaming. Its `url` goes into the
 * setting `agent.baseUrl`; `stop()` it after the tests.
 */
export async function startMockModel(): Promise<LLMock> {
  const model = new LLMock({ port: 0 });
  await model.start();
  return model;
}
