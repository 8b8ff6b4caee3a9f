#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

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

/// The photo of a user as the store keeps it: the same image in several sizes.
package struct PhotoRecord: Sendable, Equatable {
  /// One size of a photo.
  package struct Rendition: Sendable, Equatable {
    /// The side of the square in pixels.
    package let side: Int64
    /// The image file.
    package let bytes: [UInt8]

    package init(side: Int64, bytes: [UInt8]) {
      self.side = side
      self.bytes = bytes
    }
  }

  package let id: PhotoID
  package let createdAt: Date
  /// The smallest first.
  package let renditions: [Rendition]

  package init(id: PhotoID, createdAt: Date, renditions: [Rendition]) {
    self.id = id
    self.createdAt = createdAt
    self.renditions = renditions
  }
}
