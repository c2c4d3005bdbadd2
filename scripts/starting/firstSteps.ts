/** What a newcomer does next, once the window is open. */
export const firstSteps = `  - Press F1 and run "Agent: Run Demo". It needs no key: the model is scripted, everything else is real.
  - Or run "Agent: Set API Key" (ANTHROPIC_API_KEY in the environment does as well), then "Agent: Start Task",
    and ask for what you want, such as: make the failing test pass.`;
