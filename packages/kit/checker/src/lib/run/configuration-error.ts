/** The run cannot start or go on as configured; one sentence says what to mend. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}
