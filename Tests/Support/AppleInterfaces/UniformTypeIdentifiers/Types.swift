// https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct
@available(macOS 11.0, iOS 14.0, *)
public struct UTType: Hashable, Sendable {
  // https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct/identifier
  public let identifier: String
  // https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct/plaintext
  public static let plainText = UTType(identifier: "public.plain-text")
  // https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct/json
  public static let json = UTType(identifier: "public.json")
  // https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct/image
  public static let image = UTType(identifier: "public.image")
  // https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct/jpeg
  public static let jpeg = UTType(identifier: "public.jpeg")
}
