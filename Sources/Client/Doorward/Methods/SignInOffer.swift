internal import DoorwardWire
internal import Encodings
internal import Foundation

/// The sign-in methods that an application offers, with the rules of its passwords and codes.
public struct SignInOffer: Sendable {
  /// The name of the application.
  public let applicationName: String?
  /// The address of the terms of the application; nil if there is none.
  public let termsURL: String?
  /// The address of the privacy notice of the application; nil if there is none.
  public let privacyURL: String?
  /// The look of the application.
  public let appearance: Appearance
  /// The language tag of the views that the application has fixed; nil if the user's own language decides.
  public let language: String?
  /// The names of the methods in `GET /v1/config`, such as `passkey`.
  public let methods: [String]
  /// Whether the application accepts new users: `open` for all, `invited` for those whose address was invited, or
  /// `closed`.
  public let signUp: String
  /// The step that follows an address, if the application offers both: `code` for a code that is sent to it, or
  /// `password`.
  public let signInFirst: String
  /// Whether a new user needs an email address of certain domains.
  public let limitsEmailDomains: Bool
  /// The identifiers of a sign-up with a password: `email`, `phone_number`, `username`.
  public let passwordIdentifiers: [String]
  /// The fewest characters of a password; nil if the application offers no passwords.
  public let minimumPasswordLength: Int?
  /// The most characters of a password; nil if the application offers no passwords.
  public let maximumPasswordLength: Int?
  /// The rules of passwords in the language of Apple's `UITextInputPasswordRules(descriptor:)`; nil if the application
  /// offers no passwords.
  public let passwordRules: String?
  /// The channels of one-time codes: `email`, `sms`.
  public let codeChannels: [String]
  /// The channels of the codes that users can choose as a second factor.
  public let secondFactorCodes: [CodeChannel]
  /// Whether users can set a photo. A server without libvips accepts none.
  public let acceptsPhotos: Bool
  /// The digits of a one-time code; nil if the application offers no codes.
  public let codeLength: Int?

  init(_ value: JSONValue, isServerOnLoopback: Bool) {
    let strings = { (name: String) in (value[name]?.array ?? []).compactMap(\.string) }
    let rules = value[ConfigurationMembers.passwordRules]
    let terms = value[ConfigurationMembers.terms]
    applicationName = value[ConfigurationMembers.name]?.string
    termsURL = terms?[ConfigurationMembers.termsURL]?.string
    privacyURL = terms?[ConfigurationMembers.privacyURL]?.string
    appearance = Appearance(
      value[ConfigurationMembers.appearance], isServerOnLoopback: isServerOnLoopback)
    language = value[ConfigurationMembers.language]?.string
    methods = strings(ConfigurationMembers.methods)
    signUp = value[ConfigurationMembers.signUp]?.string ?? "open"
    signInFirst = value[ConfigurationMembers.signInFirst]?.string ?? "code"
    limitsEmailDomains = value[ConfigurationMembers.limitsEmailDomains]?.bool ?? false
    passwordIdentifiers = strings(ConfigurationMembers.passwordIdentifiers)
    minimumPasswordLength = rules?[ConfigurationMembers.minimumLength]?.int64.map { Int($0) }
    maximumPasswordLength = rules?[ConfigurationMembers.maximumLength]?.int64.map { Int($0) }
    passwordRules = rules?[ConfigurationMembers.appleRules]?.string
    codeChannels = strings(ConfigurationMembers.codeChannels)
    secondFactorCodes = strings(ConfigurationMembers.secondFactorCodes).map(CodeChannel.init(rawValue:))
    acceptsPhotos = value[ConfigurationMembers.photos]?.bool ?? true
    codeLength = value[ConfigurationMembers.codeLength]?.int64.map { Int($0) }
  }
}

extension SignInOffer {
  /// The look of an application, which its operator has chosen.
  public struct Appearance: Sendable, Hashable {
    /// The color of buttons and links, `#` and six hexadecimal digits; nil if the operator has chosen none.
    public let color: String?
    /// The address of the logo: an image in SVG, PNG, WebP or JPEG; nil if there is none. It is nil also for an address without
    /// TLS, because an attacker on the network could replace the image. Loopback addresses are allowed if the server is on
    /// loopback.
    public let logoURL: String?
    private let titles: [String: String]
    private let texts: [String: String]

    package init(
      color: String? = nil, logoURL: String? = nil, titles: [String: String] = [:],
      texts: [String: String] = [:], isServerOnLoopback: Bool = false
    ) {
      self.color = color
      let mayOpen = isServerOnLoopback ? ServerAddress.isEncryptedOrLoopback : ServerAddress.isEncrypted
      self.logoURL = logoURL.flatMap(URL.init(string:)).flatMap { mayOpen($0) ? $0.absoluteString : nil }
      self.titles = titles
      self.texts = texts
    }

    init(_ value: JSONValue?, isServerOnLoopback: Bool) {
      let texts = { (name: String) in
        var texts: [String: String] = [:]
        for (tag, text) in value?[name]?.object ?? JSONObject() { texts[tag] = text.string }
        return texts
      }
      self.init(
        color: value?[ConfigurationMembers.color]?.string,
        logoURL: value?[ConfigurationMembers.logoURL]?.string, titles: texts(ConfigurationMembers.title),
        texts: texts(ConfigurationMembers.text), isServerOnLoopback: isServerOnLoopback)
    }

    /// The heading of the sign-in.
    ///
    /// - Parameter language: A language tag such as `de`.
    /// - Returns: nil if the operator has chosen none.
    public func title(in language: String) -> String? { titles[language] ?? titles["default"] }

    /// The sentence below the heading.
    ///
    /// - Parameter language: A language tag such as `de`.
    /// - Returns: nil if the operator has chosen none.
    public func text(in language: String) -> String? { texts[language] ?? texts["default"] }
  }
}
