import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import type { SentExchange } from './sent-exchange.ts'

const run = promisify(execFile)

/**
 * Runs a sample in bash and reads the exchange from curl. A `.curlrc` in `folder` makes curl print the head of
 * the response, and print the request on standard error. Rejects if bash, curl or the call fails.
 */
export async function runCurl(source: string, folder: string): Promise<SentExchange> {
  writeFileSync(
    join(folder, '.curlrc'),
    ['include', 'silent', 'show-error', String.raw`write-out = "%{stderr}%{method} %{url_effective}"`].join(
      '\n',
    ),
  )
  const { stdout, stderr } = await run('bash', ['--norc', '-euc', source], {
    env: { PATH: process.env['PATH'], CURL_HOME: folder },
  })
  const [method = '', url = ''] = stderr.split(' ')
  const [head = '', ...body] = stdout.split('\r\n\r\n')
  const [statusLine = '', ...headers] = head.split('\r\n')
  return {
    method,
    url,
    status: Number(statusLine.split(' ')[1]),
    headers: headers.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trim()] as const
    }),
    text: body.join('\r\n\r\n'),
  }
}
