#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

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
