/** The environment holds a wrong value: one line that says which and what would be right; never the value of a secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
