package import DoorwardStore

extension SQLReading {
  package func photo(of user: User.ID) throws -> PhotoRecord? {
    let head = try first("SELECT id, created_at FROM photos WHERE user_id = ?1", [.blob(user.bytes)]) { row in
      (id: try row.photoID(0), createdAt: StoredTime.moment(try row.integer(1)))
    }
    guard let head else { return nil }
    let renditions = try all(
      "SELECT side, bytes FROM photo_renditions WHERE photo_id = ?1 ORDER BY side", [.blob(head.id.bytes)]
    ) { row in PhotoRecord.Rendition(side: try row.integer(0), bytes: try row.blob(1)) }
    return PhotoRecord(id: head.id, createdAt: head.createdAt, renditions: renditions)
  }

  package func photo(_ id: PhotoID, side: Int64) throws -> [UInt8]? {
    try first(
      "SELECT bytes FROM photo_renditions WHERE photo_id = ?1 AND side = ?2",
      [.blob(id.bytes), .integer(side)]
    ) { row in try row.blob(0) }
  }
}

extension SQLWriting {
  package func setPhoto(_ photo: PhotoRecord, of user: User.ID) throws {
    try deletePhoto(of: user)
    try insert(
      "INSERT INTO photos (id, user_id, created_at) VALUES (?1, ?2, ?3)",
      [
        .blob(photo.id.bytes), .blob(user.bytes), .integer(try StoredTime.milliseconds(photo.createdAt)),
      ])
    for rendition in photo.renditions {
      try insert(
        "INSERT INTO photo_renditions (photo_id, side, bytes) VALUES (?1, ?2, ?3)",
        [.blob(photo.id.bytes), .integer(rendition.side), .blob(rendition.bytes)])
    }
  }

  /// The sizes are deleted too (`ON DELETE CASCADE`).
  package func deletePhoto(of user: User.ID) throws {
    try collideWithSignInsIfPresent(of: user)
    try apply("DELETE FROM photos WHERE user_id = ?1", [.blob(user.bytes)])
  }
}

extension SQLColumns where Self: ~Copyable {
  /// The name of a photo in a column.
  func photoID(_ column: Int32) throws -> PhotoID {
    let bytes = try blob(column)
    guard bytes.count == PhotoID.length else {
      throw StoreError(.malformed, "the id of a photo in the database does not have 16 bytes")
    }
    return PhotoID(bytes: bytes)
  }

  func optionalPhotoID(_ column: Int32) throws -> PhotoID? {
    try optionalBlob(column) == nil ? nil : try photoID(column)
  }
}
