// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics
public import Foundation

#if os(Linux)
  // Stand-in: Core Foundation's classes.
  public typealias CFString = String
  public typealias CFData = NSData
  public typealias CFMutableData = NSMutableData
  public typealias CFDictionary = NSDictionary
#endif

// https://developer.apple.com/documentation/imageio/cgimagesource
public final class CGImageSource {
  let data: CFData
  init(_ data: CFData) { self.data = data }
}
// https://developer.apple.com/documentation/imageio/cgimagesourcecreatewithdata(_:_:)
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
  CGImageSource(data)
}
// Stand-in: a picture is the text "photo WIDTHxHEIGHT NAME".
// https://developer.apple.com/documentation/imageio/cgimagesourcecreatethumbnailatindex(_:_:_:)
public func CGImageSourceCreateThumbnailAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
  #if os(Linux)
    let words = String(decoding: Data(referencing: isrc.data), as: UTF8.self).split(separator: " ")
    let size = words.count == 3 ? words[1].split(separator: "x").compactMap { Int($0) } : []
    guard words.first == "photo", size.count == 2 else { return nil }
    return CGImage(width: size[0], height: size[1], name: String(words[2]))
  #else
    fatalError()
  #endif
}
// https://developer.apple.com/documentation/imageio/kcgimagesourcecreatethumbnailfromimagealways
public var kCGImageSourceCreateThumbnailFromImageAlways: CFString {
  #if os(Linux)
    "always"
  #else
    fatalError()
  #endif
}
// https://developer.apple.com/documentation/imageio/kcgimagesourcecreatethumbnailwithtransform
public var kCGImageSourceCreateThumbnailWithTransform: CFString {
  #if os(Linux)
    "transform"
  #else
    fatalError()
  #endif
}
// https://developer.apple.com/documentation/imageio/kcgimagesourcethumbnailmaxpixelsize
public var kCGImageSourceThumbnailMaxPixelSize: CFString {
  #if os(Linux)
    "size"
  #else
    fatalError()
  #endif
}

// https://developer.apple.com/documentation/imageio/cgimagedestination
public final class CGImageDestination {
  let data: CFMutableData
  var image: CGImage?
  init(_ data: CFMutableData) { self.data = data }
}
// https://developer.apple.com/documentation/imageio/cgimagedestinationcreatewithdata(_:_:_:_:)
public func CGImageDestinationCreateWithData(
  _ data: CFMutableData, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? { CGImageDestination(data) }
// https://developer.apple.com/documentation/imageio/cgimagedestinationaddimage(_:_:_:)
public func CGImageDestinationAddImage(
  _ idst: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?
) { idst.image = image }
// https://developer.apple.com/documentation/imageio/cgimagedestinationfinalize(_:)
public func CGImageDestinationFinalize(_ idst: CGImageDestination) -> Bool {
  #if os(Linux)
    guard let image = idst.image else { return false }
    idst.data.append(Data("photo \(image.width)x\(image.height) \(image.name)".utf8))
    return true
  #else
    fatalError()
  #endif
}
// https://developer.apple.com/documentation/imageio/kcgimagedestinationlossycompressionquality
public var kCGImageDestinationLossyCompressionQuality: CFString {
  #if os(Linux)
    "quality"
  #else
    fatalError()
  #endif
}
