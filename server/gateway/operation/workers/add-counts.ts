import { AggregatorRegistry, type MetricObject } from 'prom-client'

export type Counts = readonly MetricObject[]

/** The sum of what several workers counted. A gauge is added up, too, but for those that name another way: of ages the greatest counts. */
export function addCounts(
  all: readonly Counts[],
): AggregatorRegistry<'text/plain; version=0.0.4; charset=utf-8'> {
  return AggregatorRegistry.aggregate(all.map((each) => [...each])) as ReturnType<typeof addCounts>
}

/** What stays counted when a worker is gone: its requests were answered, and none of them is in flight any more. */
export async function lastingCounts(all: readonly Counts[]): Promise<Counts> {
  const sum = await addCounts(all).getMetricsAsJSON()
  return sum.filter(({ type }) => ['counter', 'histogram'].includes(String(type)))
}
