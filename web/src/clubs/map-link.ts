interface Place {
  readonly latitude: number | null | undefined
  readonly longitude: number | null | undefined
}

/** Where a map shows the place; undefined while it has no coordinates (both 0: off the coast of Ghana). */
export function mapLink({ latitude, longitude }: Place): string | undefined {
  if (!latitude && !longitude) return undefined
  const [lat, lon] = [latitude ?? 0, longitude ?? 0]
  return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=17/${lat}/${lon}`
}
