import { createRequire } from 'node:module'

/**
 * For tests whose routers are many: express-openapi-validator compiles the meta-schema of OpenAPI for each operation, 50 ms each,
 * and validates nothing with it, because routers set `validateApiSpec: false`. Here it is compiled once for each version.
 * What runs outside of this process, such as installed packages and the demo, has the validator as it is.
 */
interface MetaSchemaModule {
  OpenAPISchemaValidator: new (options: MetaSchemaOptions) => object
}
interface MetaSchemaOptions {
  readonly version: string
  readonly validateApiSpec: boolean
}

const module = createRequire(import.meta.url)(
  'express-openapi-validator/dist/framework/openapi.schema.validator.js',
) as MetaSchemaModule
const Original = module.OpenAPISchemaValidator
const compiled = new Map<string, object>()

module.OpenAPISchemaValidator = class {
  constructor(options: MetaSchemaOptions) {
    const key = JSON.stringify(options)
    const validator = compiled.get(key) ?? new Original(options)
    compiled.set(key, validator)
    return validator
  }
}
