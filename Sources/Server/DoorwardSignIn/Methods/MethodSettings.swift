/// The server's settings of the sign-in methods. Each method defines its own type.
package struct MethodSettings: Sendable {
  private var values: [ObjectIdentifier: any Sendable] = [:]

  package init() {}

  /// The settings of one type; nil if the server has none.
  package subscript<Value: Sendable>(type: Value.Type) -> Value? {
    get { values[ObjectIdentifier(type)] as? Value }
    set { values[ObjectIdentifier(type)] = newValue }
  }

  mutating func add(_ value: any Sendable) {
    func type<Value>(of value: Value) -> ObjectIdentifier { ObjectIdentifier(Value.self) }
    values[type(of: value)] = value
  }
}
