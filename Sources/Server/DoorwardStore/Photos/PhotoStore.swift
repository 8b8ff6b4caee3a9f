/// Queries about photos. ``User/photo`` names the photo of a user.
package protocol PhotoReading {
  /// The photo of a user, with all sizes; nil if the user has none.
  func photo(of user: User.ID) throws -> PhotoRecord?
  /// The image file of one size; nil if there is no such photo or size.
  func photo(_ id: PhotoID, side: Int64) throws -> [UInt8]?
}

/// Changes of photos.
package protocol PhotoWriting: PhotoReading {
  /// Gives a user a photo instead of the current one.
  ///
  /// - Throws: ``StoreError/Code/conflict`` if the id is taken, ``StoreError/Code/missing`` if there is no such user.
  func setPhoto(_ photo: PhotoRecord, of user: User.ID) throws
  /// Removes the photo of a user.
  func deletePhoto(of user: User.ID) throws
}
