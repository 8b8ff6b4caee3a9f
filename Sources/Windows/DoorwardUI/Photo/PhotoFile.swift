#if canImport(ImageIO)
  internal import CoreGraphics
  internal import Foundation
  internal import ImageIO

  /// Reads and writes photos with the system.
  enum PhotoFile {
    /// The most pixels of a side of a photo that is sent. The server keeps 512.
    private static let maximumSide = 2048

    /// Reads a photo in its upright position.
    ///
    /// - Returns: nil if the data is no image that the system knows.
    static func image(of data: Data) -> CGImage? {
      guard let source = CGImageSourceCreateWithData(NSData(data: data) as CFData, nil) else { return nil }
      let options: [String: Any] = [
        kCGImageSourceCreateThumbnailFromImageAlways as String: true,
        kCGImageSourceCreateThumbnailWithTransform as String: true,
        kCGImageSourceThumbnailMaxPixelSize as String: maximumSide,
      ]
      return CGImageSourceCreateThumbnailAtIndex(
        source, 0, NSDictionary(dictionary: options) as CFDictionary)
    }

    /// The chosen square of a photo as a JPEG file, without the data about the place and the camera.
    static func jpeg(of image: CGImage, _ crop: PhotoCrop) -> Data? {
      let square = crop.square
      let data = NSMutableData()
      let options: [String: Any] = [kCGImageDestinationLossyCompressionQuality as String: 0.85]
      guard
        let part = image.cropping(
          to: CGRect(x: square.x, y: square.y, width: square.side, height: square.side)),
        let destination = CGImageDestinationCreateWithData(
          data as CFMutableData, "public.jpeg" as CFString, 1, nil)
      else { return nil }
      CGImageDestinationAddImage(destination, part, NSDictionary(dictionary: options) as CFDictionary)
      return CGImageDestinationFinalize(destination) ? Data(referencing: data) : nil
    }
  }
#endif
