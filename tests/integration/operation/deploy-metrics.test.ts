import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'

const folder = join(import.meta.dirname, '../../../server/deploy')

/** Names of metrics in a text of queries; a histogram is asked for by its parts. */
function metricsIn(text: string): readonly string[] {
  const found = text.match(/\b(?:countersign|process|nodejs)_[a-z0-9_]+/g) ?? []
  return [...new Set(found)]
}

test.each(['grafana-dashboard.json', 'alerts.yaml'])(
  'every metric that %s asks for is in /api/metrics',
  async (file) => {
    const { baseUrl } = inject('demo')
    const text = await (await fetch(`${baseUrl}/api/metrics`)).text()
    const types = new Map(
      [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [
        name ?? '',
        type ?? '',
      ]),
    )
    const isThere = (name: string) =>
      types.has(name) || types.get(name.replace(/_(?:bucket|sum|count)$/, '')) === 'histogram'
    const asked = metricsIn(readFileSync(join(folder, file), 'utf8'))
    expect(asked.length).toBeGreaterThan(3)
    expect(asked.filter((name) => !isThere(name))).toEqual([])
  },
)

test('the dashboard is a document that Grafana can import, and each panel asks for something', () => {
  const dashboard = JSON.parse(readFileSync(join(folder, 'grafana-dashboard.json'), 'utf8')) as {
    uid: string
    panels: { id: number; title: string; targets: { expr: string }[] }[]
  }
  expect(dashboard.uid).toBe('countersign')
  const ids = dashboard.panels.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { title, targets } of dashboard.panels) {
    expect(targets.length, title).toBeGreaterThan(0)
    for (const { expr } of targets) expect(metricsIn(expr).length, expr).toBeGreaterThan(0)
  }
})
