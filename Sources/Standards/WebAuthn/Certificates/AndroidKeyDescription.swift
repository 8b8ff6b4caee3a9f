internal import BinaryEncodings
internal import Encodings

/// The extension of Android's key attestation certificates (source.android.com, "Key and ID attestation").
public struct AndroidKeyDescription: Sendable, Hashable {
  /// The limits of a key that the hardware or the system enforces.
  public struct AuthorizationList: Sendable, Hashable {
    /// Whether the list has no fields at all.
    public let isEmpty: Bool
    /// `purpose` [1]: the permitted uses of the key; nil if it is missing.
    public let purposes: [Int]?
    /// `allApplications` [600]: whether every application may use the key.
    public let allApplications: Bool
    /// `origin` [702]: the source of the key; nil if it is missing.
    public let origin: Int?

    init(_ list: DERReader) throws(DERError) {
      var list = list
      isEmpty = list.isAtEnd
      var purposes: [Int]?
      var origin: Int?
      var allApplications = false
      var last = -1
      while !list.isAtEnd {
        let field = try list.next()
        // The fields of a SEQUENCE have their order, and none occurs twice.
        guard field.identifier >> 5 == 0b101, field.tag > last else {
          throw DERError(code: .unexpected, offset: field.range.lowerBound)
        }
        last = field.tag
        var content = list.reader(field)
        switch field.tag {
        case 1:
          var set = content.reader(try content.next(0x31))
          var values: [Int] = []
          while !set.isAtEnd { values.append(try set.smallInteger()) }
          purposes = values
          try content.finish()
        case 600: allApplications = true
        case 702:
          origin = try content.smallInteger()
          try content.finish()
        default: break
        }
      }
      self.purposes = purposes
      self.allApplications = allApplications
      self.origin = origin
    }
  }

  /// KM_ORIGIN_GENERATED: the key was made in the store.
  public static let originGenerated = 0
  /// KM_PURPOSE_SIGN.
  public static let purposeSign = 2

  /// The value that the caller asked the store to include.
  public let challenge: [UInt8]
  /// The limits that the system enforces.
  public let softwareEnforced: AuthorizationList
  /// The limits that the trusted execution environment enforces.
  public let teeEnforced: AuthorizationList

  /// Parses the content of the extension.
  init(parsing der: [UInt8]) throws(DERError) {
    var outer = DERReader(der)
    var description = try outer.sequence()
    try outer.finish()
    _ = try description.smallInteger()  // attestationVersion
    try Self.skipSecurityLevel(&description)  // attestationSecurityLevel
    _ = try description.smallInteger()  // keyMintVersion
    try Self.skipSecurityLevel(&description)  // keyMintSecurityLevel
    challenge = try description.octetString()
    _ = try description.octetString()  // uniqueId
    softwareEnforced = try AuthorizationList(description.sequence())
    teeEnforced = try AuthorizationList(description.sequence())
    try description.finish()
  }

  /// Android's schema says ENUMERATED. The standard's first test vector has INTEGER.
  private static func skipSecurityLevel(_ description: inout DERReader) throws(DERError) {
    _ = try description.smallInteger(identifier: description.nextIdentifier == 0x02 ? 0x02 : 0x0a)
  }
}
