/** What a newcomer does next, once the window is open. */
export const firstSteps = `  - Press F1 and run "Agent: Run Demo". It needs no key: the model is scripted, everything else is real.
  - Or give it a key, then run "Agent: Start Task" and ask for what you want, such as: make the failing test pass.
    For the key, begin with "ANTHROPIC_API_KEY=... npm start", or run "Agent: Set API Key".`;
