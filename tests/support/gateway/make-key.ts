/** A key that a gateway makes for whoever asks. */
export async function makeKey(baseUrl: string): Promise<string> {
  const made = await fetch(`${baseUrl}/api/keys`, { method: 'POST' })
  return ((await made.json()) as { readonly key: string }).key
}
