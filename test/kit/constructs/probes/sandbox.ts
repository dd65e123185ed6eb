import type { OpenApiDocument } from '@contract-kit/express'
import { createSandbox } from '@contract-kit/sandbox'
import express from 'express'
import type { Construct } from '../construct.ts'
import { type Finding, judge, type Lab, silent } from './lab.ts'

/** Serves the document without code, and sends a valid and an invalid request. */
export async function probeSandbox(
  { id, base, document, wire, wrong }: Construct,
  lab: Lab,
): Promise<Finding> {
  const named: string[] = []
  const breaches: string[] = []
  const sandbox = await createSandbox({ document: document as unknown as OpenApiDocument })
  try {
    const router = await sandbox.router({
      prepare: false,
      onUnsupported: (operation, { message }) => named.push(`${operation.operationId}: ${message}`),
      onNote: (note) => named.push(note),
      onBreach: ({ message }) => {
        breaches.push(message)
        return undefined
      },
    })
    lab.serve(express().use(router))
    if ((await lab.send({ target: `${base}/other` })).status !== 204) return silent('other is not served')
    const { status, body } = await lab.send(wire)
    const words = [...named, ...sandbox.notes].find((note) => note.includes(id))
    if (words !== undefined) return { cell: 'named', words }
    const refused = wrong && (await lab.send(wrong))
    return judge(
      status >= 300 && `refuses the request: ${status} ${body}`,
      breaches[0],
      refused && (refused.status < 400 || refused.status > 499) && `takes a wrong request: ${refused.status}`,
    )
  } finally {
    sandbox.close()
  }
}
