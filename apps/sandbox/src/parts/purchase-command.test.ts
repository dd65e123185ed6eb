import { describe, expect, it } from 'vitest'
import { purchaseCommand } from './purchase-command.ts'

describe('purchaseCommand', () => {
  it('puts in the address, and takes the indentation away', () => {
    const text = '\n      API=http://127.0.0.1:3000\n      curl $API \\\n        -d 1\n    '
    expect(purchaseCommand(text, 'http://sandbox.test')).toBe('API=http://sandbox.test\ncurl $API \\\n  -d 1')
  })

  it('is empty for an empty text', () => {
    expect(purchaseCommand('', 'http://sandbox.test')).toBe('')
  })
})
