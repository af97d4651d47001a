// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arrow/type.h"
#include "engine/column_reader_internal.h"
#include "engine/condition_reader_internal.h"
#include "engine/full_text_internal.h"
#include "engine/nested_pushdown_internal.h"
#include "engine/table_scan_internal.h"

namespace recurve::engine {

using duckdb::Expression;
using duckdb::ExpressionClass;
using duckdb::JoinType;
using duckdb::LogicalOperator;
using duckdb::LogicalOperatorType;

namespace {

using Scans = std::vector<duckdb::LogicalGet*>;

/// One UNNEST: its output column and the nested field whose children come out of it.
struct Level {
  duckdb::ColumnBinding unnest;
  const catalog::Field* nested;
  bool operator==(const Level& other) const { return unnest == other.unnest; }
};

/// A child of nested objects, outermost level first.
struct Child {
  duckdb::LogicalGet* scan = nullptr;
  std::vector<Level> levels;
  bool operator==(const Child&) const = default;
};

/// What an expression stands for: a field of a scan's documents or of their children.
struct ChildField {
  Child child;
  const catalog::Field* field = nullptr;
};

struct ChildConditions {
  Child child;
  plan::Condition all;  // kAnd
};

/// UNNEST in FROM: a table function whose input, the list first, is its child.
bool IsUnnestFunction(const LogicalOperator& op) {
  if (op.type != LogicalOperatorType::LOGICAL_GET || op.children.size() != 1) {
    return false;
  }
  const auto& get = op.Cast<duckdb::LogicalGet>();
  return get.function.name == "unnest" && !get.ordinality_idx.IsValid();
}

/// Operators whose rows each come from one row of their child.
bool KeepsRows(const LogicalOperator& op) {
  return op.type == LogicalOperatorType::LOGICAL_FILTER ||
         op.type == LogicalOperatorType::LOGICAL_PROJECTION ||
         op.type == LogicalOperatorType::LOGICAL_UNNEST || IsUnnestFunction(op);
}

class NestedPushdown {
 public:
  explicit NestedPushdown(duckdb::ClientContext& context) : context_(context) {}

  void Run(LogicalOperator& plan) {
    Define(plan, nullptr);
    if (!unnested_) return;
    Walk(plan, {});
  }

 private:
  /// Note what each column is made from. `around` is the join whose left columns a
  /// DELIM_GET repeats.
  void Define(LogicalOperator& op, const duckdb::LogicalComparisonJoin* around) {
    switch (op.type) {
      case LogicalOperatorType::LOGICAL_GET:
        if (FindScan(op) != nullptr) {
          auto& get = op.Cast<duckdb::LogicalGet>();
          scans_[get.table_index] = &get;
        } else if (IsUnnestFunction(op)) {
          unnested_ = true;
          const auto input = op.children[0]->GetColumnBindings();
          const auto table_index = op.Cast<duckdb::LogicalGet>().table_index;
          if (!input.empty()) lists_.insert_or_assign({table_index, 0}, input[0]);
        }
        break;
      case LogicalOperatorType::LOGICAL_PROJECTION:
        DefineColumns(op.Cast<duckdb::LogicalProjection>().table_index, op.expressions);
        break;
      case LogicalOperatorType::LOGICAL_UNNEST:
        unnested_ = true;
        DefineColumns(op.Cast<duckdb::LogicalUnnest>().unnest_index, op.expressions);
        break;
      case LogicalOperatorType::LOGICAL_DELIM_GET:
        if (around != nullptr) {
          DefineColumns(op.Cast<duckdb::LogicalDelimGet>().table_index,
                        around->duplicate_eliminated_columns);
        }
        break;
      case LogicalOperatorType::LOGICAL_DELIM_JOIN: {
        auto& join = op.Cast<duckdb::LogicalComparisonJoin>();
        Define(*op.children[0], around);
        Define(*op.children[1], join.delim_flipped ? nullptr : &join);
        return;
      }
      default:
        break;
    }
    for (auto& child : op.children) Define(*child, around);
  }

  void DefineColumns(duckdb::idx_t table_index,
                     const duckdb::vector<duckdb::unique_ptr<Expression>>& expressions) {
    for (duckdb::idx_t i = 0; i < expressions.size(); ++i) {
      definitions_[{table_index, i}] = expressions[i].get();
    }
  }

  /// Scans each of whose rows makes its own rows of `op`: without the row, they are
  /// missing and nothing else changes.
  ///
  /// `numbers` is the binding of the numbers that DuckDB gives the left rows of a
  /// DELIM_JOIN by a window of its own; they only tell rows apart.
  static Scans ScansOf(LogicalOperator& op,
                       std::optional<duckdb::ColumnBinding> numbers = {}) {
    if (KeepsRows(op)) return ScansOf(*op.children[0], numbers);
    switch (op.type) {
      case LogicalOperatorType::LOGICAL_GET: {
        const ScanBindData* scan = FindScan(op);
        if (scan == nullptr || scan->limit) return {};
        return {&op.Cast<duckdb::LogicalGet>()};
      }
      case LogicalOperatorType::LOGICAL_WINDOW: {
        const auto& window = op.Cast<duckdb::LogicalWindow>();
        const bool only_numbers = numbers && window.expressions.size() == 1 &&
                                  numbers->table_index == window.window_index &&
                                  window.expressions[0]->GetAlias() == "delim_index";
        return only_numbers ? ScansOf(*op.children[0]) : Scans{};
      }
      case LogicalOperatorType::LOGICAL_CROSS_PRODUCT:
        return Both(op);
      case LogicalOperatorType::LOGICAL_COMPARISON_JOIN:
      case LogicalOperatorType::LOGICAL_ANY_JOIN:
      case LogicalOperatorType::LOGICAL_DELIM_JOIN:
        return ScansOfJoin(op);
      default:
        return {};
    }
  }

  static Scans Both(LogicalOperator& op) {
    Scans scans = ScansOf(*op.children[0]);
    for (auto* scan : ScansOf(*op.children[1])) scans.push_back(scan);
    return scans;
  }

  static Scans ScansOfJoin(LogicalOperator& op) {
    const bool delim = op.type == LogicalOperatorType::LOGICAL_DELIM_JOIN;
    switch (op.Cast<duckdb::LogicalJoin>().join_type) {
      case JoinType::INNER:
        return delim ? ScansOfLeft(op) : Both(op);
      case JoinType::SEMI:
      case JoinType::ANTI:
      case JoinType::LEFT:
        return ScansOfLeft(op);
      default:
        return {};
    }
  }

  static Scans ScansOfLeft(LogicalOperator& join) {
    return ScansOf(*join.children[0], NumbersOf(join));
  }

  /// The numbers are the first of the columns that a DELIM_JOIN hands to its right side.
  static std::optional<duckdb::ColumnBinding> NumbersOf(const LogicalOperator& op) {
    if (op.type != LogicalOperatorType::LOGICAL_DELIM_JOIN) return std::nullopt;
    const auto& columns =
        op.Cast<duckdb::LogicalComparisonJoin>().duplicate_eliminated_columns;
    if (columns.empty() ||
        columns[0]->GetExpressionClass() != ExpressionClass::BOUND_COLUMN_REF) {
      return std::nullopt;
    }
    return columns[0]->Cast<duckdb::BoundColumnRefExpression>().binding;
  }

  /// `joined`: scans whose row is gone from the plan where no row of `op` belongs to it.
  void Walk(LogicalOperator& op, Scans joined,
            std::optional<duckdb::ColumnBinding> numbers = {}) {
    if (op.type == LogicalOperatorType::LOGICAL_FILTER) {
      Scans scans = ScansOf(*op.children[0], numbers);
      scans.insert(scans.end(), joined.begin(), joined.end());
      PushFilter(op, scans);
    }
    if (op.type == LogicalOperatorType::LOGICAL_DELIM_JOIN) {
      const auto& join = op.Cast<duckdb::LogicalComparisonJoin>();
      const bool needs_partner =
          join.join_type == JoinType::INNER || join.join_type == JoinType::SEMI;
      Walk(*op.children[0], {}, NumbersOf(op));
      Walk(*op.children[1],
           needs_partner && !join.delim_flipped ? ScansOfLeft(op) : Scans{});
      return;
    }
    if (!KeepsRows(op)) {
      joined.clear();
      numbers.reset();
    }
    for (auto& child : op.children) Walk(*child, joined, numbers);
  }

  void PushFilter(LogicalOperator& filter, const Scans& scans) {
    std::vector<ChildConditions> found;
    for (const auto& expression : filter.expressions) {
      // The condition is refused afterwards, with a better reason.
      if (FindFullText(*expression) != nullptr) continue;
      ReadOne(*expression, found);
    }
    for (ChildConditions& each : found) {
      if (std::ranges::find(scans, each.child.scan) == scans.end()) continue;
      auto& bind = each.child.scan->bind_data->Cast<ScanBindData>();
      if (each.child.levels.empty()) {
        PushOwnConditions(bind, each.all);
        continue;
      }
      std::vector<const catalog::Field*> nested;
      for (const Level& level : each.child.levels) nested.push_back(level.nested);
      for (const plan::Condition& part : each.all.children) {
        if (!each.all.text.empty()) each.all.text += " AND ";
        each.all.text += part.text;
      }
      bind.verdicts.push_back(
          plan::PushPerChild(nested, each.all, ClausesLeft(bind.verdicts, {})));
    }
  }

  /// Conditions on the document itself, which DuckDB keeps above its numbering.
  static void PushOwnConditions(ScanBindData& bind, const plan::Condition& all) {
    for (const plan::Condition& condition : all.children) {
      const bool offered = std::ranges::any_of(
          bind.verdicts, [&](const auto& known) { return known.text == condition.text; });
      if (offered) continue;
      plan::Pushed verdict =
          plan::Push(condition, ClausesLeft(bind.verdicts, condition.text));
      if (verdict.exactness == plan::Exactness::kExact) {
        verdict.exactness = plan::Exactness::kSuperset;
        verdict.reason = "it stays above UNNEST";
      }
      bind.verdicts.push_back(std::move(verdict));
    }
  }

  void ReadOne(const Expression& expression, std::vector<ChildConditions>& found) {
    std::optional<Child> child;
    bool one_child = true;
    plan::Condition condition = ReadCondition(
        context_, expression,
        [&](const Expression& leaf, std::string* reason) -> const catalog::Field* {
          const auto place = Resolve(leaf);
          if (!place) {
            *reason = "not a field of a table";
            return nullptr;
          }
          if (child && *child != place->child) one_child = false;
          child = place->child;
          if (IsObject(place->field->kind) || place->field->type->num_fields() > 0) {
            *reason = "not a single-valued leaf field";
            return nullptr;
          }
          return place->field;
        });
    if (!child || !one_child) return;
    auto same = std::ranges::find(found, *child, &ChildConditions::child);
    if (same == found.end()) {
      found.push_back({*child, {}});
      same = found.end() - 1;
      same->all.kind = plan::Condition::Kind::kAnd;
    }
    same->all.children.push_back(std::move(condition));
  }

  std::optional<ChildField> Resolve(const Expression& expression) const {
    switch (expression.GetExpressionClass()) {
      case ExpressionClass::BOUND_COLUMN_REF:
        return ResolveColumn(expression.Cast<duckdb::BoundColumnRefExpression>().binding);
      case ExpressionClass::BOUND_FUNCTION: {
        const auto& call = expression.Cast<duckdb::BoundFunctionExpression>();
        if (!IsMemberAccess(call)) return std::nullopt;
        auto place = Resolve(*call.children[0]);
        if (!place) return std::nullopt;
        place->field = MemberOf(call, *place->field);
        if (place->field == nullptr) return std::nullopt;
        return place;
      }
      default:
        return std::nullopt;
    }
  }

  std::optional<ChildField> ResolveColumn(const duckdb::ColumnBinding& binding) const {
    if (const auto scan = scans_.find(binding.table_index); scan != scans_.end()) {
      const auto& columns = scan->second->GetColumnIds();
      if (binding.column_index >= columns.size()) return std::nullopt;
      const auto& bind = scan->second->bind_data->Cast<ScanBindData>();
      const catalog::Field* field =
          UncastFieldOf(columns[binding.column_index], *bind.table);
      if (field == nullptr) return std::nullopt;
      return ChildField{{scan->second, {}}, field};
    }
    const std::pair key(binding.table_index, binding.column_index);
    if (const auto list = lists_.find(key); list != lists_.end()) {
      return ChildOf(ResolveColumn(list->second), binding);
    }
    const auto found = definitions_.find(key);
    if (found == definitions_.end()) return std::nullopt;
    const Expression& definition = *found->second;
    if (definition.GetExpressionClass() != ExpressionClass::BOUND_UNNEST) {
      return Resolve(definition);
    }
    return ChildOf(Resolve(*definition.Cast<duckdb::BoundUnnestExpression>().child),
                   binding);
  }

  static std::optional<ChildField> ChildOf(std::optional<ChildField> place,
                                           const duckdb::ColumnBinding& unnest) {
    if (!place || place->field->kind != catalog::FieldKind::kNested) return std::nullopt;
    place->child.levels.push_back({unnest, place->field});
    return place;
  }

  duckdb::ClientContext& context_;
  std::map<duckdb::idx_t, duckdb::LogicalGet*> scans_;
  std::map<std::pair<duckdb::idx_t, duckdb::idx_t>, const Expression*> definitions_;
  // Output of an unnest function to its input.
  std::map<std::pair<duckdb::idx_t, duckdb::idx_t>, duckdb::ColumnBinding> lists_;
  bool unnested_ = false;
};

}  // namespace

void PushNestedConditions(duckdb::ClientContext& context, LogicalOperator& plan) {
  NestedPushdown(context).Run(plan);
}

}  // namespace recurve::engine
