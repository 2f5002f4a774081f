import { expect } from 'vitest'
import type { ObservedSite } from './start-observed-site.ts'

type Lie = Parameters<ObservedSite['gateway']['lie']>[0]

/** What the gateway of an observed site is posted, oldest first; whoever reads the list empties it. */
export function watchPosts({ gateway }: Pick<ObservedSite, 'gateway'>) {
  const posts: { path: string; body: string; authorization: string | undefined }[] = []
  return {
    posts,
    /** Writes down from here on, and has the gateway lie as it is told to besides. */
    observe: (more: Lie = {}) => {
      gateway.lie({
        ...more,
        onRequest({ path, request }) {
          if (request.body.length === 0) return
          const { authorization } = request.headers
          posts.push({ path, body: request.body.toString(), authorization })
        },
      })
    },
    /** Nothing that was posted holds the question; encrypted ones went to the relay. */
    expectNothingInClear: () => {
      for (const { path, body } of posts) {
        expect(path).toBe('/api/e2ee/relay')
        expect(body).not.toContain('words are private')
      }
    },
  }
}
