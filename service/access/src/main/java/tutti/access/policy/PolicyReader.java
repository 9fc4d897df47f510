package tutti.access.policy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.access.policy.Grant.Kind;
import tutti.access.reach.ActionName;
import tutti.access.reach.Reach;
import tutti.engine.deployment.ConfigFile;
import tutti.engine.deployment.ConfigFile.Section;
import tutti.engine.relational.RelationalActorType;
import tutti.model.Action;
import tutti.model.ActorType;
import tutti.model.Application;
import tutti.model.Field;
import tutti.model.text.NearestName;

/** Reads one roles file for one application; all problems are found in one pass. */
final class PolicyReader {
  /** The names by which the state and the version of an instance are read. */
  private static final List<String> OF_INSTANCE = List.of("@state", "@version");

  private static final List<String> TOP = List.of("roles", "guard", "reach", "claims");
  private static final List<String> OF_ROLE =
      List.of("includes", "call", "read", "list", "query", "operate", "where");

  private final Application application;
  private final Reach reach;

  /** The roles without those that they include. */
  private final Map<String, Own> own = new LinkedHashMap<>();

  private final NavigableMap<String, Role> whole = new TreeMap<>();

  /** A role without those that it includes. */
  private record Own(
      Section at,
      List<String> includes,
      List<Grant> grants,
      Set<OperatorWork> operations,
      Map<String, KeyRule> where) {}

  private PolicyReader(Application application, Reach reach) {
    this.application = application;
    this.reach = reach;
  }

  static Policy read(Path file, Application application, Reach reach) {
    return new PolicyReader(application, reach).policy(ConfigFile.read(file, ""));
  }

  static Policy parse(String text, String name, Application application, Reach reach) {
    return new PolicyReader(application, reach).policy(ConfigFile.parse(text, name, ""));
  }

  private Policy policy(ConfigFile file) {
    Section root = file.root();
    root.only(TOP);
    Section roles = root.section("roles");
    for (String name : roles.keys()) {
      own.put(name, own(roles.section(name)));
    }
    for (String name : own.keySet()) {
      whole.put(name, whole(name, new LinkedHashSet<>()));
    }
    Claims claims = claims(root);
    file.check();
    return new Policy(reach, whole, claims);
  }

  private Own own(Section role) {
    role.only(OF_ROLE);
    List<String> includes = role.has("includes") ? role.texts("includes") : List.of();
    List<Grant> grants = new ArrayList<>();
    Map<String, KeyRule> where = where(role);
    named(role, "call", Kind.CALL, grants);
    named(role, "read", Kind.READ, grants);
    listed(role, "list", Kind.LIST, grants);
    listed(role, "query", Kind.QUERY, grants);
    grants.replaceAll(grant -> grant.with(where.getOrDefault(grant.type(), KeyRule.ANY)));
    Set<OperatorWork> operations = EnumSet.noneOf(OperatorWork.class);
    if (role.has("operate")) {
      for (String word : role.texts("operate")) {
        OperatorWork operation = OperatorWork.of(word);
        if (operation == null) {
          role.problem("operate", unknown("there is no work", word, OperatorWork.words()));
        } else {
          operations.add(operation);
        }
      }
    }
    return new Own(role, includes, grants, operations, where);
  }

  private Map<String, KeyRule> where(Section role) {
    Map<String, KeyRule> where = new HashMap<>();
    if (!role.has("where")) {
      return where;
    }
    Section rules = role.section("where");
    for (String type : rules.keys()) {
      type(rules, type, type);
      String text = rules.text(type);
      KeyRule rule = text.isEmpty() ? null : KeyRule.parse(text);
      if (rule != null) {
        where.put(type, rule);
      } else if (!text.isEmpty()) {
        rules.problem(type, "'" + text + "' is not " + KeyRule.EXPECTED);
      }
    }
    return where;
  }

  /** Reads rights with names: {@code call { Account = [deposit], Transfer = "*" }}. */
  private void named(Section role, String key, Kind kind, List<Grant> grants) {
    if (!role.has(key)) {
      return;
    }
    Section types = role.section(key);
    for (String name : types.keys()) {
      ActorType type = type(types, name, name);
      if (type == null) {
        continue;
      }
      List<String> known = kind == Kind.CALL ? callable(type) : readable(type);
      if (!types.isList(name)) {
        if (types.text(name).equals("*")) {
          grants.add(new Grant(kind, name, all(kind, known), KeyRule.ANY));
        } else {
          types.problem(name, "must be a list of names, or \"*\" for all");
        }
        continue;
      }
      Set<String> names = new LinkedHashSet<>();
      for (String one : types.texts(name)) {
        if (known.contains(one)) {
          names.add(one);
        } else if (kind == Kind.CALL && isInternal(type.action(one))) {
          types.problem(name, one + " is internal: no client may call it");
        } else {
          types.problem(
              name,
              unknown(name + " has no " + (kind == Kind.CALL ? "event" : "field"), one, known));
        }
      }
      grants.add(new Grant(kind, name, names, KeyRule.ANY));
    }
  }

  /** All names; of fields, those of later versions of the application, too. */
  private static @Nullable Set<String> all(Kind kind, List<String> known) {
    return kind == Kind.CALL ? Set.copyOf(known) : null;
  }

  /** Reads rights to whole types: {@code list = [Account]}. */
  private void listed(Section role, String key, Kind kind, List<Grant> grants) {
    if (!role.has(key)) {
      return;
    }
    for (String name : role.texts(key)) {
      ActorType type = type(role, key, name);
      if (type != null && kind == Kind.QUERY && !(type instanceof RelationalActorType)) {
        role.problem(key, name + " is a specification, and only actors in Java are queried");
      } else if (type != null) {
        grants.add(new Grant(kind, name, null, KeyRule.ANY));
      }
    }
  }

  private @Nullable ActorType type(Section at, String key, String name) {
    ActorType type = application.type(name);
    if (type == null) {
      List<String> types = application.types().stream().map(ActorType::name).toList();
      at.problem(key, unknown("there is no type", name, types));
    }
    return type;
  }

  private List<String> callable(ActorType type) {
    return reach.actions().stream()
        .filter(action -> action.type().equals(type.name()))
        .map(ActionName::action)
        .filter(name -> !isInternal(type.action(name)))
        .toList();
  }

  private static boolean isInternal(@Nullable Action action) {
    return action != null && action.internal();
  }

  private static List<String> readable(ActorType type) {
    List<String> fields = new ArrayList<>(type.fields().stream().map(Field::name).toList());
    fields.addAll(OF_INSTANCE);
    return fields;
  }

  private static String unknown(String what, String name, List<String> known) {
    return "%s '%s'; %s"
        .formatted(
            what,
            name,
            NearestName.among(known, name)
                .map(near -> "did you mean '" + near + "'?")
                .orElseGet(
                    () ->
                        known.isEmpty()
                            ? "there are none"
                            : "there are " + String.join(", ", known)));
  }

  // --- including

  /**
   * @param within the roles whose inclusions led here
   */
  private Role whole(String name, Set<String> within) {
    Own role = own.get(name);
    if (role == null || !within.add(name)) {
      throw new IllegalStateException("not checked: " + name);
    }
    List<Grant> grants = new ArrayList<>(role.grants);
    Set<OperatorWork> operations = EnumSet.noneOf(OperatorWork.class);
    operations.addAll(role.operations);
    for (String included : role.includes) {
      if (within.contains(included)) {
        role.at.problem("includes", name + " and " + included + " include each other");
      } else if (isRole(role.at, "includes", included)) {
        Role other = whole(included, new LinkedHashSet<>(within));
        for (Grant grant : other.grants()) {
          KeyRule rule = role.where.get(grant.type());
          grants.add(rule == null ? grant : grant.with(rule));
        }
        operations.addAll(other.operations());
      }
    }
    for (Grant grant : grants) {
      if (grant.kind() == Kind.LIST && !grant.where().equals(KeyRule.ANY)) {
        role.at.problem(
            "where",
            "%s is listed as a whole: its rule must be any, not '%s'"
                .formatted(grant.type(), grant.where()));
      }
    }
    return new Role(name, grants, operations);
  }

  // --- claims

  private Claims claims(Section root) {
    Set<ActionName> guarded = root.has("guard") ? new HashSet<>(actions(root, "guard")) : Set.of();
    NavigableMap<String, Set<Claims.Edge>> edges = new TreeMap<>();
    if (root.has("reach")) {
      Section roles = root.section("reach");
      for (String role : roles.keys()) {
        isRole(roles, role, role);
        edges.put(role, edges(roles, role, guarded));
      }
    }
    NavigableMap<String, List<ActionName>> never = new TreeMap<>();
    NavigableMap<ActionName, List<String>> only = new TreeMap<>();
    NavigableMap<String, List<ActionName>> can = new TreeMap<>();
    if (root.has("claims")) {
      Section claims = root.section("claims");
      claims.only(List.of("never", "only", "can"));
      byRole(claims, "never", never);
      byRole(claims, "can", can);
      if (claims.has("only")) {
        only(claims.section("only"), only);
      }
    }
    return new Claims(guarded, edges, never, only, can);
  }

  private void byRole(Section claims, String key, NavigableMap<String, List<ActionName>> into) {
    if (!claims.has(key)) {
      return;
    }
    Section roles = claims.section(key);
    for (String role : roles.keys()) {
      isRole(roles, role, role);
      into.put(role, actions(roles, role));
    }
  }

  private void only(Section only, NavigableMap<ActionName, List<String>> into) {
    for (String name : only.keys()) {
      ActionName action = action(only, name, name);
      List<String> roles = only.texts(name);
      roles.forEach(role -> isRole(only, name, role));
      if (action != null) {
        into.put(action, roles);
      }
    }
  }

  /** Returns whether there is a role of that name; if not, that is a problem of the key. */
  private boolean isRole(Section at, String key, String name) {
    boolean known = own.containsKey(name);
    if (!known) {
      at.problem(key, unknown("there is no role", name, List.copyOf(own.keySet())));
    }
    return known;
  }

  private List<ActionName> actions(Section at, String key) {
    List<ActionName> actions = new ArrayList<>();
    for (String text : at.texts(key)) {
      ActionName action = action(at, key, text);
      if (action != null) {
        actions.add(action);
      }
    }
    return actions;
  }

  private @Nullable ActionName action(Section at, String key, String text) {
    ActionName action = ActionName.parse(text);
    if (action == null) {
      at.problem(
          key, "'" + text + "' is no action such as \"Account.deposit\", in quotation marks");
      return null;
    }
    if (!reach.actions().contains(action)) {
      at.problem(
          key,
          unknown(
              "there is no action",
              text,
              reach.actions().stream().map(ActionName::toString).toList()));
      return null;
    }
    return action;
  }

  private Set<Claims.Edge> edges(Section at, String role, Set<ActionName> guarded) {
    Set<Claims.Edge> edges = new HashSet<>();
    for (String text : at.texts(role)) {
      String[] ends = text.split("->", -1);
      if (ends.length != 2) {
        at.problem(role, "'" + text + "' is no edge such as \"Account.close -> Account.block\"");
        continue;
      }
      ActionName from = action(at, role, ends[0].strip());
      ActionName to = action(at, role, ends[1].strip());
      if (from == null || to == null) {
        continue;
      }
      if (!reach.causedBy(from).contains(to)) {
        at.problem(role, from + " does not cause " + to + " by itself");
      } else if (!guarded.contains(to)) {
        at.problem(role, to + " is not guarded, so every call that causes it implies it");
      }
      edges.add(new Claims.Edge(from, to));
    }
    return edges;
  }
}
