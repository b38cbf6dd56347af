import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/templates.ts'
import { fileAddress, newKey } from '../platform/files.ts'
import { pictureWithin } from '../platform/picture.ts'
import type { Write } from '../platform/route.ts'
import { rootOf } from './rows.ts'

/** Twice the width of a letter, for sharp screens. */
const mostWidth = 1200
const mostHeight = 2400

export async function uploadMessageImage(
  { tx, user, now, files, audit }: Write,
  { clubId, image }: Input<typeof call.uploadMessageImage>,
) {
  const { bytes, contentType, width, height } = await pictureWithin(image, mostWidth, mostHeight)
  const key = newKey('message-images', contentType === 'image/png' ? 'png' : 'jpg')
  await files.put(key, bytes, contentType)
  const { id } = await tx
    .insertInto('message_image')
    .values({
      ...{ club_id: clubId, root_club_id: await rootOf(tx, clubId), key, width, height },
      ...{ account_id: user.accountId, created_at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  audit({ clubId, subject: 'message_image', subjectId: id, before: null, after: { width, height } })
  return { src: fileAddress(key), width, height }
}
