/** Front-ends fold away what a model thinks aloud. */
export function withoutThoughts(text: string): string {
  return text.replace(/^\s*<(think|thinking|reasoning)>[\s\S]*?<\/\1>/i, ' ')
}
