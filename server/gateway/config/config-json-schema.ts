import { GatewayConfigSchema } from './gateway-config-schema.ts'

/** gateway.config.json as JSON Schema, for editors. */
export const configJsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...GatewayConfigSchema,
} as const
