import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { keyIn } from '../platform/files.ts'

export interface ImageSize {
  readonly width: number
  readonly height: number
}

/** The images in HTML that are of the club or one above it, by what stands in `src` (`files/…`). */
export async function imagesOf(
  db: Db,
  clubId: number,
  bodies: readonly string[],
): Promise<ReadonlyMap<string, ImageSize>> {
  const keys = new Set(
    bodies
      .flatMap(body => body.match(/files\/message-images\/[\w-]+\.\w+/g) ?? [])
      .flatMap(address => keyIn(address) ?? []),
  )
  if (keys.size === 0) return new Map()
  const { rows } = await sql<ImageSize & { key: string }>`
    select key, width, height from message_image
    join club_and_above(${clubId}) above on above.club_id = message_image.club_id
    where key = any(${[...keys]})`.execute(db)
  return new Map(rows.map(({ key, width, height }) => [`files/${key}`, { width, height }]))
}
