import { connect } from 'node:net'
import { createHistogram, performance } from 'node:perf_hooks'
import { createAnswerReader } from './answer-reader.ts'
import type { Lane } from './lane.ts'
import type { LoadJob, LoadResult } from './load-plan.ts'

/**
 * Drives each lane over a connection of its own, with one request in flight. After the end it waits for the responses to
 * requests in flight. If a server announces that it closes a connection, the next one is opened. Rejects if a connection
 * breaks.
 *
 * This is not a library, for two reasons. autocannon records latencies in whole milliseconds, and most responses here take
 * less than one. A full HTTP client costs more than the simplest of the measured servers.
 */
export async function runLoad(
  lanes: readonly Lane[],
  { ports, until }: Pick<LoadJob, 'ports' | 'until'>,
): Promise<LoadResult> {
  const histogram = createHistogram()
  const began = performance.now()
  const endAt = 'seconds' in until ? began + until.seconds * 1000 : Infinity
  const most = 'requests' in until ? until.requests : Infinity
  let sent = 0
  let requests = 0
  let failures = 0
  let firstFailure: string | undefined

  /** Drives a lane until the end, or until the server says that it closes the connection; resolves to whether the end has come. */
  const drive = (lane: Lane, port: number): Promise<boolean> =>
    new Promise((resolve, reject) => {
      const reader = createAnswerReader()
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      let sentAt = 0
      const send = (): void => {
        sent += 1
        sentAt = performance.now()
        socket.write(lane.bytes)
      }
      const hear = (chunk: Buffer): void => {
        const status = reader.push(chunk)
        if (status === undefined) return
        const now = performance.now()
        histogram.record(Math.max(1, Math.round((now - sentAt) * 1000)))
        requests += 1
        if (status !== lane.status) {
          failures += 1
          firstFailure ??= `${lane.bytes.toString().split('\r\n', 1).join()}: ${reader.text}`
        }
        lane.advance()
        const isOver = now >= endAt || sent >= most
        if (!isOver && !reader.closes) return send()
        socket.destroy()
        resolve(isOver)
      }
      socket.once('connect', send)
      socket.on('data', (chunk) => {
        try {
          hear(chunk)
        } catch (error) {
          socket.destroy()
          reject(error)
        }
      })
      socket.once('error', reject)
      socket.once('end', () => reject(new Error('A server closed a connection that was to be kept')))
    })

  const driveToEnd = async (lane: Lane, port: number): Promise<void> => {
    while (!(await drive(lane, port)));
  }

  await Promise.all(lanes.map((lane, index) => driveToEnd(lane, ports[index % ports.length] ?? 0)))
  return {
    requests,
    // Up to the last response: a slow one that a short job waits for counts as well.
    perSecond: (requests * 1000) / (performance.now() - began),
    p50Us: histogram.percentile(50),
    p99Us: histogram.percentile(99),
    failures,
    firstFailure,
  }
}
