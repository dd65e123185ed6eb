import { describe, expect, it } from 'vitest'
import { documentSettings, settingNames } from './config.ts'

describe('documentSettings', () => {
  it('describes every setting in the file of the docs', async () => {
    const documented = documentSettings()
    expect(documented.map(({ name }) => name)).toStrictEqual(settingNames)
    // `vitest run src/settings-table.test.ts -u` writes it.
    await expect(`${JSON.stringify(documented, null, 2)}\n`).toMatchFileSnapshot(
      '../../docs/generated/settings.json',
    )
  })

  it('shows defaults, and no key', () => {
    const defaults = new Map(documentSettings().map((setting) => [setting.name, setting.default]))
    expect(defaults.get('PORT')).toBe('3000')
    expect(defaults.get('LOG_LEVEL')).toBe('info')
    expect(defaults.get('CORS_ORIGINS')).toBeUndefined()
    expect(defaults.get('JWT_PRIVATE_KEY')).toBeUndefined()
  })
})
