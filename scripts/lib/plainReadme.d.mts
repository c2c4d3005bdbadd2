export function plainReadme(text: string): string;
