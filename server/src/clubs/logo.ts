import type * as call from '@honbu/contract/clubs.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type { Sharp } from 'sharp'
import { deleteFileJob, fileAddress, keyIn, newKey } from '../platform/files.ts'
import { squarePicture } from '../platform/picture.ts'
import type { Write } from '../platform/route.ts'

/** The logo has no version: who edits the club's facts meanwhile is not disturbed by it. */
export async function saveClubLogo(
  { tx, audit, files, enqueue }: Write,
  { id, image }: Input<typeof call.saveClubLogo>,
) {
  const key = image === null ? null : newKey('logo', 'png')
  // PNG, which every mail reader and PDF takes.
  if (image !== null && key) await files.put(key, await squarePicture(image, asPng), 'image/png')
  const { logo_url: before } = await tx
    .selectFrom('club')
    .select('logo_url')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const logo = key && fileAddress(key)
  await tx.updateTable('club').set({ logo_url: logo }).where('id', '=', id).execute()
  const replaced = keyIn(before)
  if (replaced) await enqueue(deleteFileJob, { key: replaced })
  audit({ clubId: id, subject: 'club', subjectId: id, before: { logo: before }, after: { logo } })
  return { logo: logo ?? '' }
}

const asPng = (picture: Sharp) => picture.png({ palette: true, quality: 95, compressionLevel: 9 })
