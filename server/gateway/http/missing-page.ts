import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageHeaders } from './page-headers.ts'

export const missingPageName = '404.html'

/** Answers with a page instead of an error, and says whether it did. */
export type AnswerWithPage = (request: FastifyRequest, reply: FastifyReply) => boolean

/** Deeper paths than any page has are not counted: the page then leads to the top of the host. */
const mostFolders = 16

/**
 * For an unknown path that a browser asks for, the page that leads on; programs, which do not ask for HTML, get
 * the error. Addresses in the page are relative, so they are made to fit the folder that was asked for.
 * @param folder of the built pages, which need not exist
 */
export function openMissingPage(folder: string): AnswerWithPage {
  const path = join(folder, missingPageName)
  if (!existsSync(path)) return () => false
  const page = readFileSync(path, 'utf8')
  return ({ method, headers, url }, reply) => {
    const isRead = method === 'GET' || method === 'HEAD'
    if (!isRead || !/\btext\/html\b/.test(headers.accept ?? '')) return false
    const folders = (url.split('?')[0] ?? '').split('/').length - 2
    const up = folders > mostFolders ? '/' : '../'.repeat(folders) || './'
    void reply
      .code(404)
      .headers({ ...pageHeaders('this gateway'), 'cache-control': 'no-cache', vary: 'accept' })
      .type('text/html; charset=utf-8')
      .send(page.replaceAll('="./', `="${up}`))
    return true
  }
}
