import { sql } from 'kysely'
import type { Read } from '../platform/route.ts'
import type { OperatorParts } from './parts.ts'

export const getInstallation =
  ({ version, settings }: OperatorParts) =>
  async ({ db }: Read) => {
    const { rows } = await sql<{ postgres: string; schema: string }>`
      select current_setting('server_version') as postgres, (select max(name) from kysely_migration) as schema`.execute(
      db,
    )
    return {
      product: version,
      node: process.versions.node,
      postgres: rows[0]?.postgres ?? '',
      schema: rows[0]?.schema ?? '',
      settings: settings.map(([name, value]) => ({ name, value })),
    }
  }

export const checkInstallation = (parts: OperatorParts) => async () => ({
  findings: [...(await parts.checkInstallation())],
})
