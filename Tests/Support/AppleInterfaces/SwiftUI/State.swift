public import Combine
public import Observation

// https://developer.apple.com/documentation/swiftui/dynamicproperty
public protocol DynamicProperty {}

/// Stand-in: the storage of a property in a place of the tree. A body that reads it depends on it.
final class Location<Value>: Observable, @unchecked Sendable {
  // Only the main actor uses it, as SwiftUI's views are on the main actor.
  private var kept: Value
  private let registrar = ObservationRegistrar()

  init(_ value: Value) { kept = value }

  var value: Value {
    get {
      registrar.access(self, keyPath: \.value)
      return kept
    }
    set { registrar.withMutation(of: self, keyPath: \.value) { kept = newValue } }
  }
}

/// Stand-in: the connection of a property to its storage. SwiftUI connects it before it evaluates a body.
final class Slot<Value>: @unchecked Sendable {
  let initial: Value
  var location: Location<Value>?

  init(_ initial: Value) { self.initial = initial }

  var value: Value {
    get { location?.value ?? initial }
    // SwiftUI ignores a change of a property that is not in a view.
    set { location?.value = newValue }
  }
}

// https://developer.apple.com/documentation/swiftui/state
@propertyWrapper public struct State<Value>: DynamicProperty {
  let slot: Slot<Value>

  // https://developer.apple.com/documentation/swiftui/state/init(wrappedvalue:)
  public init(wrappedValue value: Value) { slot = Slot(value) }
  // https://developer.apple.com/documentation/swiftui/state/init(initialvalue:)
  public init(initialValue value: Value) { slot = Slot(value) }
  // https://developer.apple.com/documentation/swiftui/state/wrappedvalue
  public var wrappedValue: Value {
    get { slot.value }
    nonmutating set { slot.value = newValue }
  }
  // https://developer.apple.com/documentation/swiftui/state/projectedvalue
  public var projectedValue: Binding<Value> {
    let slot = slot
    return Binding(reading: { slot.value }, writing: { slot.value = $0 })
  }
}
extension State: Sendable where Value: Sendable {}
// https://developer.apple.com/documentation/swiftui/state/init()
extension State where Value: ExpressibleByNilLiteral {
  public init() { self.init(wrappedValue: nil) }
}

// https://developer.apple.com/documentation/swiftui/binding
@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
  let read: () -> Value
  let write: (Value) -> Void

  init(reading read: @escaping () -> Value, writing write: @escaping (Value) -> Void) {
    self.read = read
    self.write = write
  }

  #if os(Linux)
    // Stand-in: the closures are of the main actor, which calls them. The interface check has the real declaration.
    public init(get: @escaping @MainActor () -> Value, set: @escaping @MainActor (Value) -> Void) {
      // Only the main actor uses bindings here, and the isolation of a function is not a part of its representation.
      read = unsafeBitCast(get, to: (() -> Value).self)
      write = unsafeBitCast(set, to: ((Value) -> Void).self)
    }
  #else
    // https://developer.apple.com/documentation/swiftui/binding/init(get:set:)
    @preconcurrency public init(
      get: @escaping @isolated(any) @Sendable () -> Value,
      set: @escaping @isolated(any) @Sendable (Value) -> Void
    ) {
      fatalError()
    }
  #endif
  // https://developer.apple.com/documentation/swiftui/binding/constant(_:)
  public static func constant(_ value: Value) -> Binding<Value> {
    Binding(reading: { value }, writing: { _ in })
  }
  // https://developer.apple.com/documentation/swiftui/binding/wrappedvalue
  public var wrappedValue: Value {
    get { read() }
    nonmutating set { write(newValue) }
  }
  // https://developer.apple.com/documentation/swiftui/binding/projectedvalue
  public var projectedValue: Binding<Value> { self }
  // https://developer.apple.com/documentation/swiftui/binding/subscript(dynamicmember:)
  public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
    Binding<Subject>(
      reading: { read()[keyPath: keyPath] },
      writing: {
        var value = read()
        value[keyPath: keyPath] = $0
        write(value)
      })
  }
}
extension Binding: @unchecked Sendable where Value: Sendable {}

// https://developer.apple.com/documentation/swiftui/bindable
@available(macOS 14.0, iOS 17.0, *)
@dynamicMemberLookup @propertyWrapper public struct Bindable<Value> {
  // https://developer.apple.com/documentation/swiftui/bindable/init(wrappedvalue:)
  public init(wrappedValue: Value) where Value: AnyObject, Value: Observable {
    self.wrappedValue = wrappedValue
  }
  // https://developer.apple.com/documentation/swiftui/bindable/wrappedvalue
  public var wrappedValue: Value
  // https://developer.apple.com/documentation/swiftui/bindable/projectedvalue
  public var projectedValue: Bindable<Value> { self }
}
@available(macOS 14.0, iOS 17.0, *)
extension Bindable where Value: AnyObject {
  // https://developer.apple.com/documentation/swiftui/bindable/subscript(dynamicmember:)
  public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>) -> Binding<
    Subject
  > {
    let object = wrappedValue
    return Binding<Subject>(
      reading: { object[keyPath: keyPath] }, writing: { object[keyPath: keyPath] = $0 })
  }
}

// https://developer.apple.com/documentation/swiftui/focusstate
@propertyWrapper public struct FocusState<Value: Hashable>: DynamicProperty {
  let slot: Slot<Value>

  // https://developer.apple.com/documentation/swiftui/focusstate/init()
  public init() where Value == Bool { slot = Slot(false) }
  // https://developer.apple.com/documentation/swiftui/focusstate/init()
  public init<T>() where Value == T?, T: Hashable { slot = Slot(nil) }
  // https://developer.apple.com/documentation/swiftui/focusstate/wrappedvalue
  public var wrappedValue: Value {
    get { slot.value }
    nonmutating set { slot.value = newValue }
  }
  // https://developer.apple.com/documentation/swiftui/focusstate/projectedvalue
  public var projectedValue: Binding { Binding(slot: slot) }

  // https://developer.apple.com/documentation/swiftui/focusstate/binding
  @propertyWrapper public struct Binding {
    let slot: Slot<Value>

    // https://developer.apple.com/documentation/swiftui/focusstate/binding/wrappedvalue
    public var wrappedValue: Value {
      get { slot.value }
      nonmutating set { slot.value = newValue }
    }
    // https://developer.apple.com/documentation/swiftui/focusstate/binding/projectedvalue
    public var projectedValue: Binding { self }
  }
}
extension FocusState: Sendable where Value: Sendable {}
extension FocusState.Binding: Sendable where Value: Sendable {}

// The system's size of text is the standard one here.
// https://developer.apple.com/documentation/swiftui/scaledmetric
@available(macOS 11.0, iOS 14.0, *)
@propertyWrapper public struct ScaledMetric<Value: BinaryFloatingPoint>: DynamicProperty {
  // https://developer.apple.com/documentation/swiftui/scaledmetric/init(wrappedvalue:)
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  // https://developer.apple.com/documentation/swiftui/scaledmetric/init(wrappedvalue:relativeto:)
  public init(wrappedValue: Value, relativeTo textStyle: Font.TextStyle) { self.wrappedValue = wrappedValue }
  // https://developer.apple.com/documentation/swiftui/scaledmetric/wrappedvalue
  public let wrappedValue: Value
}

// https://developer.apple.com/documentation/swiftui/environment
@propertyWrapper public struct Environment<Value>: DynamicProperty {
  /// Stand-in: the values of the place, and the value to read.
  final class Reading: @unchecked Sendable {
    let value: (EnvironmentValues) -> Value
    var values = EnvironmentValues()

    init(_ value: @escaping (EnvironmentValues) -> Value) { self.value = value }
  }
  let reading: Reading

  // https://developer.apple.com/documentation/swiftui/environment/init(_:)
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { reading = Reading { $0[keyPath: keyPath] } }
  // https://developer.apple.com/documentation/swiftui/environment/wrappedvalue
  public var wrappedValue: Value { reading.value(reading.values) }
}
@available(macOS 14.0, iOS 17.0, *)
extension Environment {
  // A missing object terminates the app.
  // https://developer.apple.com/documentation/swiftui/environment/init(_:)
  public init(_ objectType: Value.Type) where Value: AnyObject, Value: Observable {
    reading = Reading { values in
      guard let object = values.objects[ObjectIdentifier(objectType)] as? Value else {
        fatalError("no \(objectType) in the environment")
      }
      return object
    }
  }
  // https://developer.apple.com/documentation/swiftui/environment/init(_:)
  public init<T>(_ objectType: T.Type) where Value == T?, T: AnyObject, T: Observable {
    reading = Reading { $0.objects[ObjectIdentifier(objectType)] as? T }
  }
}
extension Environment: Sendable where Value: Sendable {}

// The objects here are observable too, so a change of a property evaluates the places that have read it.
// https://developer.apple.com/documentation/swiftui/environmentobject
@MainActor @propertyWrapper @preconcurrency
public struct EnvironmentObject<ObjectType: ObservableObject>: DynamicProperty {
  // A missing object terminates the app.
  let reading = Environment<ObjectType>.Reading { values in
    guard let object = values.observedObjects[ObjectIdentifier(ObjectType.self)] as? ObjectType else {
      fatalError("no \(ObjectType.self) in the environment")
    }
    return object
  }

  // https://developer.apple.com/documentation/swiftui/environmentobject/init()
  nonisolated public init() {}
  // https://developer.apple.com/documentation/swiftui/environmentobject/wrappedvalue
  @MainActor @preconcurrency public var wrappedValue: ObjectType { reading.value(reading.values) }
  // https://developer.apple.com/documentation/swiftui/environmentobject/projectedvalue
  @MainActor @preconcurrency public var projectedValue: Wrapper { Wrapper(object: wrappedValue) }

  // https://developer.apple.com/documentation/swiftui/environmentobject/wrapper
  @MainActor @dynamicMemberLookup @preconcurrency public struct Wrapper {
    let object: ObjectType

    // https://developer.apple.com/documentation/swiftui/environmentobject/wrapper/subscript(dynamicmember:)
    public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<ObjectType, Subject>)
      -> Binding<Subject>
    {
      let object = object
      return Binding<Subject>(
        reading: { object[keyPath: keyPath] }, writing: { object[keyPath: keyPath] = $0 })
    }
  }
}
