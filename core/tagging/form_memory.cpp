#include "core/tagging/form_memory.hpp"

namespace crossarc::tagging {

void FormMemory::Shelf::find(std::span<const std::string_view> forms, std::vector<const KnownForm*>& found) const {
    const std::lock_guard lock(mutex_);
    found.resize(forms.size());
    for (std::size_t k = 0; k < forms.size(); ++k) {
        const std::int32_t place = table_.find(forms[k]);
        found[k] = place < 0 ? nullptr : &forms_[static_cast<std::size_t>(place)];
    }
}

std::shared_ptr<const FormMemory::Shelf> FormMemory::shelf() const {
    const std::lock_guard lock(mutex_);
    return shelf_;
}

void FormMemory::keep(std::string_view form, const KnownForm& known) {
    if (form.size() > longest_form) return;
    const std::lock_guard lock(mutex_);
    if (shelf_->forms_.size() >= most) shelf_ = std::make_shared<Shelf>();
    const std::lock_guard others(shelf_->mutex_);
    if (shelf_->table_.find(form) >= 0) return;
    shelf_->table_.intern(shelf_->strings_.emplace_back(form));
    shelf_->forms_.push_back(known);
}

}  // namespace crossarc::tagging
