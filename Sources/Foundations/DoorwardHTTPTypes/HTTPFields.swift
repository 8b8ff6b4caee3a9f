/// Header fields in the order of the message, found without regard to case (RFC 9110 §5).
///
/// ``append(_:_:)`` rejects a name or value that could start a new line, so handlers cannot cause response
/// splitting.
public struct HTTPFields: Sendable, Hashable {
  /// One field line.
  public struct Field: Sendable, Hashable {
    /// The name, in its original spelling.
    public let name: String
    /// The value, without surrounding white space.
    public let value: String

    fileprivate init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  private var lines: [Field]

  /// No fields.
  public init() {
    lines = []
  }

  /// The number of field lines.
  public var count: Int { lines.count }

  /// The value of the first line named `name`; setting replaces every such line, `nil` removes them.
  public subscript(name: String) -> String? {
    get {
      lines.first { asciiEqualIgnoringCase($0.name, name) }?.value
    }
    set {
      guard let newValue else { return remove(name) }
      set(name, newValue)
    }
  }

  /// Every value of `name`, one for each line, in order.
  public func values(for name: String) -> [String] {
    lines.compactMap { asciiEqualIgnoringCase($0.name, name) ? $0.value : nil }
  }

  /// Whether a line named `name` exists.
  public func contains(_ name: String) -> Bool {
    lines.contains { asciiEqualIgnoringCase($0.name, name) }
  }

  /// Replaces every line named `name` with one.
  /// - Returns: Whether the line is valid. An invalid line changes nothing.
  @discardableResult
  public mutating func set(_ name: String, _ value: String) -> Bool {
    guard Self.isAcceptable(name: name, value: value) else { return false }
    remove(name)
    lines.append(Field(name: name, value: value))
    return true
  }

  /// Adds a line after the others.
  /// - Returns: Whether the line is valid: the name is a token, and the value has no control characters except the
  ///   tab (RFC 9110 §5.5).
  @discardableResult
  public mutating func append(_ name: String, _ value: String) -> Bool {
    guard Self.isAcceptable(name: name, value: value) else { return false }
    lines.append(Field(name: name, value: value))
    return true
  }

  /// Adds a line that was accepted before.
  package mutating func append(_ field: Field) { lines.append(field) }

  /// Removes every line named `name`.
  public mutating func remove(_ name: String) {
    lines.removeAll { asciiEqualIgnoringCase($0.name, name) }
  }

  private static func isAcceptable(name: String, value: String) -> Bool {
    var value = value
    return isToken(name) && value.withUTF8 { !hasControlCharacter($0) }
  }
}

extension HTTPFields: ExpressibleByDictionaryLiteral {
  /// Fields from pairs. An invalid pair is left out.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init()
    for (name, value) in elements { append(name, value) }
  }
}

extension HTTPFields: RandomAccessCollection {
  public var startIndex: Int { lines.startIndex }
  public var endIndex: Int { lines.endIndex }
  public subscript(position: Int) -> Field { lines[position] }
}
