import { unzipSync } from 'fflate'
import { UnreadableFile } from './unreadable-file.ts'

/** What one part of a workbook may have when it is unpacked; 50,000 lines of a wide list have about half of it. */
const largestPart = 120_000_000

/**
 * Unpacks some files of a ZIP and no others. How large each is stands in the ZIP and is believed: the bytes of one that has
 * lied end there, as they do in a buffer of that size.
 * @throws UnreadableFile when it is damaged, or unpacks to more than anybody has typed
 */
export function unzip(bytes: Uint8Array, isWanted: (name: string) => boolean): ReadonlyMap<string, Uint8Array> {
  let parts = 0
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        parts += 1
        if (parts > 10_000) throw new UnreadableFile('The workbook has more parts than any workbook needs.')
        if (!isWanted(name)) return false
        if (originalSize > largestPart)
          throw new UnreadableFile('The workbook unpacks to more than 120 MB. Save only the list itself, as CSV.')
        return true
      },
    })
    return new Map(Object.entries(files))
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    throw new UnreadableFile('The workbook is damaged. Open it in Excel, and save it again.')
  }
}
