import { openapiDocument } from '@giftcards/contract'
import { describe, expect, it } from 'vitest'
import { sandboxTriggers, toTryItOptions } from './try-it-options.ts'

const options = toTryItOptions()

describe('sandboxTriggers', () => {
  it('are those of the contract', () => {
    const section = /## Sandbox([^#]+)/.exec(String(openapiDocument.info['description']))?.[1] ?? ''
    const named = Array.from(section.matchAll(/`([a-z_]+)(?:=<ms>)?`/g), ([, name]) => name)
    expect(sandboxTriggers.map((trigger) => trigger.replace(/=.*/, ''))).toEqual(named)
  })
})

describe('toTryItOptions', () => {
  it('logs in the published customers', () => {
    expect(options.session?.signIns).toStrictEqual([
      { operationId: 'login', example: 'loginElite', label: 'Log in as elite@example.com' },
      { operationId: 'login', example: 'loginStandard', label: 'Log in as standard@example.com' },
    ])
  })

  it('names security schemes of the contract', () => {
    const schemes = Object.keys(openapiDocument.components?.['securitySchemes'] ?? {})
    expect(schemes).toContain(options.session?.scheme)
    expect(schemes).toEqual(expect.arrayContaining(Object.keys(options.auth ?? {})))
  })
})
