/** A chat with a gateway that has a demo model, as its caller gets it. */
export async function askGateway(baseUrl: string, more: object = {}): Promise<string> {
  const messages = [{ role: 'user', content: 'Hi' }]
  const response = await fetch(`${baseUrl}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model: 'svc-chat', messages, ...more }),
  })
  return response.text()
}
