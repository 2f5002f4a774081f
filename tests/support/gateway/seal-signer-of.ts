/** The address that a gateway says it signs with. */
export async function sealSignerOf(baseUrl: string): Promise<string> {
  const limits = await fetch(`${baseUrl}/api/limits`)
  return ((await limits.json()) as { readonly seal_signer: string }).seal_signer
}
